import type { Mark, RecordedMoment, Recording, SentMark } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'
import { getConversation } from '../../inbox/conversations/queries.js'
import { getSession } from '../browser-sessions/queries.js'

const MAX_TEXT = 200

/** A page on which nothing happens sends nothing, but its visitor may still write. */
const AFTERWARDS_MS = 60_000

export async function getRecording(account: Account, session_id: string): Promise<Recording> {
  const session = await getSession(account, session_id)
  const chunks = await listChunks(account, session_id)
  const [first] = chunks
  if (!first) throw notFound('Recording')
  const first_at = first.first_at.getTime()
  const last_at = chunks.reduce((last, chunk) => Math.max(last, chunk.last_at.getTime()), first_at)
  const messages = await account.run(
    messagesDuring,
    session.customer_id,
    new Date(first_at),
    new Date(last_at + AFTERWARDS_MS),
  )
  const written = messages.map(({ id, conversation_id, at, text }) => ({
    ...{ at: Math.min(at.getTime(), last_at), kind: 'message' as const, text: text ?? '' },
    ...{ message_id: id, conversation_id },
  }))
  return {
    session_id,
    started_at: toInstantOrNull(session.started_at),
    first_at,
    last_at,
    bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
    truncated: session.recording_truncated,
    chunks: chunks.map(({ id, first_at, last_at, has_snapshot, bytes }) => ({
      ...{ id, first_at: first_at.getTime(), last_at: last_at.getTime(), has_snapshot, bytes },
    })),
    marks: [...chunks.flatMap(marksOf), ...written].toSorted((a, b) => a.at - b.at),
  }
}

export function listChunks(account: Account, session_id: string) {
  const chunks = account.from('recording_chunks').selectAll().where('browser_session_id', '=', session_id)
  return chunks.orderBy('first_at').orderBy('id').execute()
}

/** Stored as a list for each batch. */
export const marksOf = ({ marks }: { marks: unknown[] }): Mark[] => (marks as SentMark[][]).flat()

const messagesDuring = defineStatement<{ id: string; conversation_id: string; at: Date; text: string | null }>(
  'recordings.messages-during',
  `select id, conversation_id, coalesce(sent_at, created_at) as at, left(body, ${MAX_TEXT}) as text from messages
   where account_id = $1 and customer_id = $2 and created_at >= $3::timestamptz - interval '1 day'
     and coalesce(sent_at, created_at) between $3::timestamptz and $4::timestamptz
   order by created_at limit 500`,
)

/** The customer's messages of a conversation that were written during a recorded session. */
export async function listRecordedMoments(account: Account, conversation_id: string): Promise<RecordedMoment[]> {
  const { customer_id } = await getConversation(account, conversation_id)
  const chunks = await account.run(chunksOf, customer_id)
  if (chunks.length === 0) return []
  const messages = await account.run(messagesOf, conversation_id, chunks[0]?.first_at)
  return messages.flatMap(({ id, at }): RecordedMoment[] => {
    const chunk = chunks.findLast(({ first_at }) => first_at <= at)
    const own = chunks.filter(({ session_id }) => session_id === chunk?.session_id)
    const last_at = own.reduce((last, { last_at }) => Math.max(last, last_at.getTime()), 0)
    if (!chunk || at.getTime() > last_at + AFTERWARDS_MS) return []
    const page = own.flatMap(marksOf).findLast((mark) => PAGE_KINDS.has(mark.kind) && mark.at <= at.getTime())
    const { session_id } = chunk
    return [{ message_id: id, session_id, at: Math.min(at.getTime(), last_at), path: pathOf(page?.text ?? '') }]
  })
}

/** The mark `paused` has no text: the visitor was on a page that is not recorded. */
const PAGE_KINDS: ReadonlySet<Mark['kind']> = new Set(['page', 'paused'])

const chunksOf = defineStatement<{ session_id: string; first_at: Date; last_at: Date; marks: unknown[] }>(
  'recordings.chunks-of-customer',
  `select c.browser_session_id as session_id, c.first_at, c.last_at, c.marks from recording_chunks c
     join browser_sessions s on s.account_id = c.account_id and s.id = c.browser_session_id
   where c.account_id = $1 and s.customer_id = $2 order by c.first_at limit 5000`,
)

const messagesOf = defineStatement<{ id: string; at: Date }>(
  'recordings.messages-of-conversation',
  `select id, coalesce(sent_at, created_at) as at from messages
   where account_id = $1 and conversation_id = $2 and customer_id is not null
     and created_at >= $3::timestamptz - interval '1 day'
   order by created_at desc limit 1000`,
)

function pathOf(url: string) {
  const base = 'https://page.invalid'
  return url && URL.canParse(url, base) ? new URL(url, base).pathname : ''
}
