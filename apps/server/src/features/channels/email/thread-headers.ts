import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { OutgoingMail } from './outgoing-mails.js'

/** Mail programs show a mail below the mails that it references. */
export async function threadHeaders(account: Account, { conversation_id, rfc_message_id }: OutgoingMail) {
  const earlier = await account.run(earlierMails, conversation_id, rfc_message_id)
  const references = earlier.map((mail) => mail.rfc_message_id).toReversed()
  return { in_reply_to: references.at(-1), references }
}

/** Newest first. Queued mails are left out: their recipients do not have them. */
const earlierMails = defineStatement<{ rfc_message_id: string }>(
  'email.earlier-mails',
  `select rfc_message_id from (
    select rfc_message_id, sent_at as at from outgoing_mails
    where account_id = $1 and conversation_id = $2 and sent_at is not null and rfc_message_id <> $3
    union all
    select rfc_message_id, created_at from incoming_mails
    where account_id = $1 and conversation_id = $2 and message_id is not null and rfc_message_id is not null
  ) as mails order by at desc limit 20`,
)
