import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import { defineStatement } from '../../../platform/statement.js'
import { findOrAddCustomer } from './find-sender.js'

/** The recipients of a mail that the mailbox `own` sent. */
function recipientsOf(mail: IncomingMail, own: string) {
  return [...mail.to, ...mail.cc].filter(({ email }) => canonicalEmail(email) !== own)
}

/** The customer of a conversation that a user began in the mailbox itself. Undefined for a mail to nobody else. */
export async function findOrAddRecipient(account: Account, mail: IncomingMail, own: string | undefined) {
  const [first] = own === undefined ? [] : recipientsOf(mail, own)
  return first && findOrAddCustomer(account, { email: canonicalEmail(first.email) }, first.name)
}

/** Whether a user wrote to the customer, or to another person who wrote in. A mail to a colleague is a private note. */
export async function isToCustomer(account: Account, conversation_id: string, mail: IncomingMail, own: string) {
  const emails = recipientsOf(mail, own).map(({ email }) => canonicalEmail(email))
  return (await account.run(findAddressed, conversation_id, emails)).length > 0
}

const findAddressed = defineStatement<{ id: string }>(
  'email.find-addressed',
  `select c.id from conversations c where c.account_id = $1 and c.id = $2 and (
    exists (select from customers k
      where k.account_id = $1 and k.id = c.customer_id and lower(k.email) = any ($3::text[]))
    or exists (select from incoming_mails i join messages m on m.account_id = i.account_id and m.id = i.message_id
      where i.account_id = $1 and i.conversation_id = $2 and m.customer_id is not null
        and lower(i.from_email) = any ($3::text[])))`,
)
