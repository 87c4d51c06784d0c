import { defineStatement } from '../../../platform/statement.js'
import type { FileToForget } from './files.js'

/**
 * Other customers' conversations in which this customer wrote. Somebody in Cc answers a mail, and API scripts write as any
 * customer. A mail outlives its deleted message.
 */
export const guestConversationsOf = defineStatement<{ id: string }>(
  'customer-erasure.guest-conversations-of',
  `with written as (
    select conversation_id from messages where account_id = $1 and customer_id = $2::uuid
    union
    select mail.conversation_id from incoming_mails mail
      join files f on f.account_id = mail.account_id and f.id = mail.raw_file_id
    where f.account_id = $1 and f.customer_id = $2::uuid
  )
  select c.id from conversations c join written on written.conversation_id = c.id
  where c.account_id = $1 and c.customer_id <> $2::uuid order by c.id`,
)

/** The customer's mails in these conversations. The raw mails are files of the customer. */
export const forgetGuestMails = defineStatement(
  'customer-erasure.forget-guest-mails',
  `delete from incoming_mails where account_id = $1 and conversation_id = any($3::uuid[]) and (
    message_id in (select id from messages where account_id = $1 and customer_id = $2::uuid)
    or raw_file_id in (select id from files where account_id = $1 and customer_id = $2::uuid))`,
)

/**
 * Automatic replies and reports of mail servers become no messages: those of these conversations, and those from or about
 * these emails. Returns their raw mails.
 */
export const forgetReports = defineStatement<FileToForget>(
  'customer-erasure.forget-reports',
  `with gone as (
    delete from incoming_mails where account_id = $1 and ignored_reason is not null
      and (conversation_id = any($2::uuid[]) or people ?| $3::text[])
    returning raw_file_id
  )
  select f.id, f.unique_filename from files f join gone on gone.raw_file_id = f.id where f.account_id = $1`,
)
