import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { inboxOf, type Recipient } from './find-recipient.js'
import type { KnownOfMail } from './look-up-mail.js'

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
  customer_id: string | undefined
}

export interface AnsweredConversation {
  conversation_id: string
  /** Whether the sender is its customer or took part in its mails. */
  belongs: boolean
}

/**
 * The conversation of a mail: by a signed reply address, else by a mail that it answers. Both of the weaker ways need a
 * sender who belongs to the conversation. The subject never decides.
 */
export async function findThread(
  account: Account,
  recipient: Recipient,
  { sender, answered }: Pick<KnownOfMail, 'sender' | 'answered'>,
): Promise<Thread | undefined> {
  if ('reply' in recipient) {
    const { conversation_id, signed } = recipient.reply
    if (signed) return { conversation_id, thread_reason: 'reply_address' }
    const [own] = await account.run(isCustomerOf, conversation_id, sender.email)
    if (own) return { conversation_id, thread_reason: 'plain_reply_address' }
  }
  const ours = answered.find(({ belongs }) => belongs || sender.user_id !== undefined)
  if (ours) return { conversation_id: ours.conversation_id, thread_reason: 'references' }
  if (!inboxOf(recipient)) return undefined
  return { thread_reason: answered.length > 0 ? 'new_unknown_sender' : 'new' }
}

const isCustomerOf = defineStatement<{ id: string }>(
  'email.is-customer-of',
  `select c.id from conversations c join customers k on k.account_id = c.account_id and k.id = c.customer_id
   where c.account_id = $1 and c.id = $2 and lower(k.email) = $3`,
)
