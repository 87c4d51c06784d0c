import type { ConversationEmail, EmailSummary } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { doubtsAbout } from '../../../platform/mail/sender-doubts.js'
import { getConversation } from '../../inbox/conversations/queries.js'
import type { StoredSummary } from './mail-summary.js'
import { toOutgoingEmail } from './outgoing-mails.js'
import { isReplyAddress } from './reply-address.js'

/** How many messages one call covers. */
const SPAN = 50

/** The mails of the messages after a number: one call for a page of the thread. */
export async function listConversationEmails(account: Account, conversation_id: string, after: number) {
  const { id } = await getConversation(account, conversation_id)
  const messages = account.from('messages').select(['id', 'conversation_id', 'seq']).where('conversation_id', '=', id)
  const span = messages.where('seq', '>', after).where('seq', '<=', after + SPAN)
  return emailsOf(account, await span.orderBy('seq').execute())
}

/** Sends the mails of these messages to the team. */
export async function announceEmails(account: Account, message_ids: string[]) {
  if (message_ids.length === 0) return
  const messages = account.from('messages').select(['id', 'conversation_id', 'seq']).where('id', 'in', message_ids)
  for (const email of await emailsOf(account, await messages.execute())) account.broadcastToTeam('email:changed', email)
}

async function emailsOf(
  account: Account,
  messages: Array<{ id: string; conversation_id: string; seq: number }>,
): Promise<ConversationEmail[]> {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  const conversation_ids = [...new Set(messages.map(({ conversation_id }) => conversation_id))]
  const incoming = account.from('incoming_mails').where('message_id', 'in', ids)
  const outgoing = account.from('outgoing_mails').selectAll().where('conversation_id', 'in', conversation_ids)
  const [received, sent] = await Promise.all([
    incoming.select(['message_id', 'from_email', 'subject', 'verdict', 'thread_reason', 'summary']).execute(),
    outgoing
      .where(sql<boolean>`message_ids ?| ${ids}::text[]`)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return messages
    .map(({ id, conversation_id, seq }) => {
      const mail = received.find(({ message_id }) => message_id === id)
      const with_it = sent.filter(({ message_ids }) => message_ids.includes(id))
      return {
        message_id: id,
        conversation_id,
        seq,
        incoming: mail ? toSummary(mail) : null,
        outgoing: with_it.map(toOutgoingEmail),
      }
    })
    .filter(({ incoming, outgoing }) => incoming || outgoing.length > 0)
}

interface ReceivedRow extends Pick<EmailSummary, 'subject' | 'verdict' | 'thread_reason'> {
  from_email: string | null
  summary: Partial<StoredSummary>
}

/**
 * Mails that were taken before there were summaries have an empty one. The conversation's own reply address says nothing to the
 * team, so it is left out.
 */
export function toSummary({ from_email, subject, verdict, thread_reason, summary }: ReceivedRow): EmailSummary {
  const from = from_email === null ? null : { name: null, email: from_email }
  const unknown = { from, to: [], cc: [], html: null, pictures: [], has_more: true }
  const shown = { ...unknown, ...summary, subject, verdict, thread_reason }
  const [to, cc] = [shown.to.filter(isOutside), shown.cc.filter(isOutside)]
  return { ...shown, to, cc, doubts: doubtsAbout(shown.from) }
}

const isOutside = ({ email }: EmailSummary['to'][number]) => !isReplyAddress(email)
