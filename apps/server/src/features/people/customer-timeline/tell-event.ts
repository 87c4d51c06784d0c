import type { TimelineAction, TimelineKind } from '@papercups/contract'
import type { TimelineEvent, Told } from './find-events.js'

/** The tables in which what an entry is about is found. */
export type Place = 'users' | 'tags' | 'issues' | 'notes' | 'companies' | 'customer_imports' | 'conversations'

/** What an event says, before the names are known. */
export interface Telling {
  kind: TimelineKind
  action: TimelineAction
  about?: { place: Place; id: string }
  fields?: string[]
}

/** One change may say several things: who closes a conversation may take it in the same moment. */
export function tellEvent({ type, payload, conversation_id }: TimelineEvent): Telling[] {
  const own = SIMPLE[type]
  if (own) return [own(payload, conversation_id)]
  return [...tellTags(payload), ...tellConversation(payload), ...tellDetails(type, payload), ...tellIssue(payload)]
}

const about = (place: Place, id: string | null | undefined) => (id ? { about: { place, id } } : {})

const SIMPLE: Record<string, (payload: Told, conversation_id: string | null) => Telling> = {
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
  'note:created': ({ note_id }) => ({ kind: 'notes', action: 'created', ...about('notes', note_id) }),
  'note:updated': ({ note_id }) => ({ kind: 'notes', action: 'updated', ...about('notes', note_id) }),
  'note:deleted': ({ note_id }) => ({ kind: 'notes', action: 'deleted', ...about('notes', note_id) }),
  'issue:linked': ({ issue_id }) => ({ kind: 'issues', action: 'linked', ...about('issues', issue_id) }),
  'issue:unlinked': ({ issue_id }) => ({ kind: 'issues', action: 'unlinked', ...about('issues', issue_id) }),
}

function tellConversation({ became = {} }: Told): Telling[] {
  const { status, assignee_id, archived } = became
  const kind = 'conversations'
  const told: Telling[] = []
  if (archived !== undefined) told.push({ kind, action: archived ? 'deleted' : 'restored' })
  if (status) told.push({ kind, action: status === 'open' ? 'reopened' : 'closed' })
  if (assignee_id) told.push({ kind, action: 'assigned', ...about('users', String(assignee_id)) })
  if (assignee_id === null) told.push({ kind, action: 'unassigned' })
  return told
}

function tellTags({ became = {} }: Told): Telling[] {
  const { added_tag_ids = [], removed_tag_ids = [] } = became
  return [
    ...added_tag_ids.map((id): Telling => ({ kind: 'tags', action: 'added', ...about('tags', id) })),
    ...removed_tag_ids.map((id): Telling => ({ kind: 'tags', action: 'removed', ...about('tags', id) })),
  ]
}

function tellIssue({ became = {}, issue_id }: Told): Telling[] {
  if (became.state !== 'done' && became.state !== 'closed') return []
  const action = became.state === 'done' ? 'finished' : 'closed'
  return [{ kind: 'issues', action, ...about('issues', issue_id) }]
}

function tellDetails(type: string, { changed = [], became = {}, import_id }: Told): Telling[] {
  if (type !== 'customer:updated') return []
  const told: Telling[] = []
  const { company_id } = became
  if (company_id) told.push({ kind: 'details', action: 'joined', ...about('companies', company_id) })
  if (company_id === null) told.push({ kind: 'details', action: 'left' })
  const fields = changed.filter((field) => field !== 'tags' && (field !== 'company_id' || company_id === undefined))
  if (fields.length > 0)
    told.push({ kind: 'details', action: 'updated', fields, ...about('customer_imports', import_id) })
  return told
}
