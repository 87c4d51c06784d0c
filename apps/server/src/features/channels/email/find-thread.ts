import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Recipient } from './find-recipient.js'

/** The rule that decided. The team can read it at the mail. */
export type ThreadReason = 'reply_address' | 'plain_reply_address' | 'references' | 'new' | 'new_unknown_sender'

export interface Thread {
  /** Undefined: a new conversation. */
  conversation_id?: string | undefined
  thread_reason: ThreadReason
}

export interface Sender {
  /** In lower case. */
  email: string
  /** Set if the sender is a user of the account and their domain vouches for the mail. */
  user_id: number | undefined
}

/**
 * The conversation of a mail: by a signed reply address, else by a mail that it answers. Both of the weaker ways need a
 * sender who belongs to the conversation. The subject never decides.
 */
export async function findThread(
  account: Account,
  mail: IncomingMail,
  recipient: Recipient,
  sender: Sender,
): Promise<Thread | undefined> {
  if ('reply' in recipient) {
    const { conversation_id, signed } = recipient.reply
    if (signed) return { conversation_id, thread_reason: 'reply_address' }
    const [own] = await account.run(isCustomerOf, conversation_id, sender.email)
    if (own) return { conversation_id, thread_reason: 'plain_reply_address' }
  }
  // The direct parent first, then its ancestors from the newest.
  const answered = [...new Set([...mail.in_reply_to, ...mail.references.toReversed()])]
  const found = answered.length > 0 ? await account.run(findByReferences, answered, sender.email) : []
  const ours = found.find(({ belongs }) => belongs || sender.user_id !== undefined)
  if (ours) return { conversation_id: ours.conversation_id, thread_reason: 'references' }
  if (!('forwarding' in recipient)) return undefined
  return { thread_reason: found.length > 0 ? 'new_unknown_sender' : 'new' }
}

const isCustomerOf = defineStatement<{ id: string }>(
  'email.is-customer-of',
  `select c.id from conversations c join customers k on k.account_id = c.account_id and k.id = c.customer_id
   where c.account_id = $1 and c.id = $2 and lower(k.email) = $3`,
)

const findByReferences = defineStatement<{ conversation_id: string; belongs: boolean }>(
  'email.find-by-references',
  `with answered as (
    select conversation_id, array_position($2::text[], rfc_message_id) as place
    from outgoing_mails where account_id = $1 and rfc_message_id = any($2::text[])
    union all
    select conversation_id, array_position($2::text[], rfc_message_id)
    from incoming_mails where account_id = $1 and rfc_message_id = any($2::text[]) and conversation_id is not null
  ), nearest as (
    select conversation_id, min(place) as place from answered group by conversation_id order by 2 limit 20
  )
  select n.conversation_id,
    exists (select from conversations c join customers k on k.account_id = c.account_id and k.id = c.customer_id
      where c.account_id = $1 and c.id = n.conversation_id and lower(k.email) = $3)
    or exists (select from incoming_mails i
      where i.account_id = $1 and i.conversation_id = n.conversation_id and i.people ? $3)
    or exists (select from outgoing_mails o
      where o.account_id = $1 and o.conversation_id = n.conversation_id and o.people ? $3) as belongs
  from nearest n order by n.place`,
)
