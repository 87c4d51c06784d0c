import type { TimelineAction, TimelineKind } from '@papercups/contract'
import type { TimelineEvent, EventPayload } from './find-events.js'

/** The tables that an entry can refer to. */
export type ReferencedTable = 'users' | 'tags' | 'issues' | 'notes' | 'companies' | 'customer_imports' | 'conversations'

/** A timeline entry before its names are loaded. */
export interface Description {
  kind: TimelineKind
  action: TimelineAction
  about?: { table: ReferencedTable; id: string }
  fields?: string[]
  score?: number | null
}

/** One event may give several entries: closing a conversation may also assign it. */
export function describeEvent({ type, payload, conversation_id }: TimelineEvent): Description[] {
  const own = SIMPLE[type]
  if (own) return [own(payload, conversation_id)]
  return [
    ...describeTags(payload),
    ...describeConversation(payload),
    ...describeDetails(type, payload),
    ...describeIssue(payload),
  ]
}

const about = (table: ReferencedTable, id: string | null | undefined) => (id ? { about: { table, id } } : {})

const SIMPLE: Record<string, (payload: EventPayload, conversation_id: string | null) => Description> = {
  'customer:visited': () => ({ kind: 'visits', action: 'visited' }),
  'customer:created': ({ import_id }) => ({
    kind: 'details',
    action: import_id ? 'imported' : 'created',
    ...about('customer_imports', import_id),
  }),
  'customer:merged': () => ({ kind: 'details', action: 'merged' }),
  'customer:unmerged': () => ({ kind: 'details', action: 'unmerged' }),
  'conversation:created': (_, id) => ({ kind: 'conversations', action: 'created', ...about('conversations', id) }),
  'conversation:deleted': (_, id) => ({ kind: 'conversations', action: 'deleted', ...about('conversations', id) }),
  'message:created': (_, id) => ({ kind: 'messages', action: 'exchanged', ...about('conversations', id) }),
  'csat:created': ({ became }) => ({ kind: 'conversations', action: 'rated', score: became?.score ?? null }),
  'csat:updated': ({ became }) => ({ kind: 'conversations', action: 'rated', score: became?.score ?? null }),
  'note:created': ({ note_id }) => ({ kind: 'notes', action: 'created', ...about('notes', note_id) }),
  'note:updated': ({ note_id }) => ({ kind: 'notes', action: 'updated', ...about('notes', note_id) }),
  'note:deleted': ({ note_id }) => ({ kind: 'notes', action: 'deleted', ...about('notes', note_id) }),
  'issue:linked': ({ issue_id }) => ({ kind: 'issues', action: 'linked', ...about('issues', issue_id) }),
  'issue:unlinked': ({ issue_id }) => ({ kind: 'issues', action: 'unlinked', ...about('issues', issue_id) }),
}

function describeConversation({ became = {} }: EventPayload): Description[] {
  const { status, assignee_id, archived } = became
  const kind = 'conversations'
  const descriptions: Description[] = []
  if (archived !== undefined) descriptions.push({ kind, action: archived ? 'deleted' : 'restored' })
  if (status) descriptions.push({ kind, action: status === 'open' ? 'reopened' : 'closed' })
  if (assignee_id) descriptions.push({ kind, action: 'assigned', ...about('users', String(assignee_id)) })
  if (assignee_id === null) descriptions.push({ kind, action: 'unassigned' })
  return descriptions
}

function describeTags({ became = {} }: EventPayload): Description[] {
  const { added_tag_ids = [], removed_tag_ids = [] } = became
  return [
    ...added_tag_ids.map((id): Description => ({ kind: 'tags', action: 'added', ...about('tags', id) })),
    ...removed_tag_ids.map((id): Description => ({ kind: 'tags', action: 'removed', ...about('tags', id) })),
  ]
}

function describeIssue({ became = {}, issue_id }: EventPayload): Description[] {
  if (became.state !== 'done' && became.state !== 'closed') return []
  const action = became.state === 'done' ? 'finished' : 'closed'
  return [{ kind: 'issues', action, ...about('issues', issue_id) }]
}

function describeDetails(type: string, { changed = [], became = {}, import_id }: EventPayload): Description[] {
  if (type !== 'customer:updated') return []
  const descriptions: Description[] = []
  const { company_id } = became
  if (company_id) descriptions.push({ kind: 'details', action: 'joined', ...about('companies', company_id) })
  if (company_id === null) descriptions.push({ kind: 'details', action: 'left' })
  const fields = changed.filter((field) => field !== 'tags' && (field !== 'company_id' || company_id === undefined))
  if (fields.length > 0)
    descriptions.push({ kind: 'details', action: 'updated', fields, ...about('customer_imports', import_id) })
  return descriptions
}
