import type { Account } from '../../../platform/account.js'
import { mailReply } from './mail-reply.js'
import { mailUnseen } from './mail-unseen.js'
import type { OutgoingMail } from './outgoing-mails.js'

/**
 * For a mail that is queued already. The same job as the one that queued it: jobs of one conversation wait for each other
 * only under one name, and two jobs at once would send a mail twice.
 */
export function sendLater(account: Account, { kind, conversation_id, message_ids }: OutgoingMail) {
  if (kind === 'notice') return account.enqueue(mailUnseen, { conversation_id, only_queued: true })
  const [message_id = ''] = message_ids as string[]
  return account.enqueue(mailReply, { message_id, conversation_id })
}
