import { createHash } from 'node:crypto'
import type { PastStatus } from '../../../features/reports/reporting/report-past.js'
import type { Attachment, Author, Conversation, Part } from './shapes.js'

/** One message of a conversation in Intercom. */
export interface Entry {
  part_id: string
  author: Author
  html: string
  is_note: boolean
  at: Date
  attachments: Attachment[]
}

export const toDate = (seconds: number) => new Date(seconds * 1_000)

export const isContact = ({ type }: Author) => type === 'user' || type === 'lead' || type === 'contact'

/** The first message is the conversation's source; the others are its parts. Parts without content only changed the state. */
export function readEntries(conversation: Conversation): Entry[] {
  const { id, source, created_at } = conversation
  const first = { id: `source of ${id}`, part_type: 'comment', created_at, ...source }
  return [first, ...partsOf(conversation)]
    .filter(({ body, attachments }) => body?.trim() || attachments?.length)
    .map((part) => ({
      part_id: part.id,
      author: part.author ?? {},
      html: part.body ?? '',
      is_note: part.part_type?.startsWith('note') ?? false,
      at: toDate(part.created_at),
      attachments: part.attachments ?? [],
    }))
}

/** By time. Intercom lists them so, but does not promise it. */
const partsOf = ({ conversation_parts }: Conversation): Part[] =>
  (conversation_parts?.conversation_parts ?? []).toSorted((a, b) => a.created_at - b.created_at)

const REOPENS = ['open', 'note_and_reopen']

/** When the conversation was closed and opened again. The last entry is its state now. */
export function readHistory(conversation: Conversation): PastStatus[] {
  const history: PastStatus[] = []
  let status: PastStatus['status'] = 'open'
  const turn = (next: typeof status, seconds: number) => {
    if (next === status) return
    status = next
    history.push({ status, at: toDate(seconds) })
  }
  for (const { part_type, created_at, author, body } of turnsOf(conversation)) {
    const isAnswer = part_type === 'comment' && body && author && isContact(author)
    if (part_type === 'close') turn('closed', created_at)
    else if (isAnswer || REOPENS.includes(part_type ?? '')) turn('open', created_at)
  }
  turn(conversation.state === 'closed' ? 'closed' : 'open', conversation.updated_at)
  return history
}

/** Of a long conversation Intercom returns only the newest parts, so the last closing may be in none of them. */
function turnsOf(conversation: Conversation): Array<Omit<Part, 'id'>> {
  const parts = partsOf(conversation)
  const closed_at = conversation.statistics?.last_close_at
  if (!closed_at || parts.some(({ part_type }) => part_type === 'close')) return parts
  return [...parts, { part_type: 'close', created_at: closed_at }].toSorted((a, b) => a.created_at - b.created_at)
}

/** The same part of a conversation always gets the same id. */
export function messageIdOf(workspace_id: string, part_id: string) {
  const hex = createHash('sha256').update(`intercom ${workspace_id} ${part_id}`).digest('hex')
  // As a UUID of version 8, which is for ids of one's own.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
