import type { AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { addSender } from '../../people/customers/save-customer.js'
import type { Sender } from './find-thread.js'

/** Two first mails of a person at the same time make one customer: the second one waits here and finds them. */
export async function findOrAddCustomer(
  account: AccountTransaction,
  { email, customer_id }: Pick<Sender, 'email'> & Partial<Sender>,
  name?: string | null,
) {
  if (customer_id) return customer_id
  await account.run(lockSender, email)
  const [known] = await account.run(findCustomer, email)
  return known?.id ?? (await addSender(account, { email, name: name ?? undefined })).id
}

/** Every account has an inbox, so the lock is always taken. It ends with the transaction. */
const lockSender = defineStatement(
  'email.lock-sender',
  `select pg_advisory_xact_lock(hashtextextended(account_id || $2, 0)) from inboxes where account_id = $1 limit 1`,
)

const findCustomer = defineStatement<{ id: string }>(
  'email.find-customer',
  `select id from customers where account_id = $1 and lower(email) = $2 order by seen_order desc, id limit 1`,
)
