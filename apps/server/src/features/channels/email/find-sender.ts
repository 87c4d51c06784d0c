import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { findOrAddByEmails } from '../../people/customers/save-customer.js'
import type { Sender } from './find-thread.js'

/** Two first mails of a person at the same time make one customer: the second one waits here and finds them. */
export async function findOrAddCustomer(
  account: Account,
  { email, customer_id }: Pick<Sender, 'email'> & Partial<Sender>,
  name?: string | null,
) {
  if (customer_id) return customer_id
  const [id] = await account.transaction((account) => findOrAddCustomers(account, [{ email, name }]))
  return id as string
}

/** The same for first mails of several people, whose emails differ. */
export async function findOrAddCustomers(
  account: AccountTransaction,
  senders: Array<Pick<Sender, 'email'> & Partial<Sender> & { name?: string | null | undefined }>,
) {
  const unknown = senders.filter(({ customer_id }) => !customer_id)
  if (unknown.length === 0) return senders.map(({ customer_id }) => customer_id as string)
  // In one order, so that two groups never wait for each other.
  await account.run(lockSenders, unknown.map(({ email }) => email).toSorted())
  const given = unknown.map(({ email, name }) => ({ email, name: name ?? undefined }))
  const added = await findOrAddByEmails(account, given)
  return senders.map((sender) => sender.customer_id ?? (added[unknown.indexOf(sender)] as string))
}

/** Every account has an inbox, so the locks are always taken. They end with the transaction. */
const lockSenders = defineStatement(
  'email.lock-senders',
  `select pg_advisory_xact_lock(hashtextextended(i.account_id || s.email, 0))
  from unnest($2::text[]) with ordinality as s (email, at),
    (select account_id from inboxes where account_id = $1 limit 1) i
  order by s.at`,
)
