import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { findOrAddByEmail } from '../../people/customers/save-customer.js'
import type { Sender } from './find-thread.js'

/** Two first mails of a person at the same time make one customer: the second one waits here and finds them. */
export async function findOrAddCustomer(
  account: Account,
  { email, customer_id }: Pick<Sender, 'email'> & Partial<Sender>,
  name?: string | null,
) {
  if (customer_id) return customer_id
  return account.transaction(async (account) => {
    await account.run(lockSender, email)
    return findOrAddByEmail(account, { email, name: name ?? undefined })
  })
}

/** Every account has an inbox, so the lock is always taken. It ends with the transaction. */
const lockSender = defineStatement(
  'email.lock-sender',
  `select pg_advisory_xact_lock(hashtextextended(account_id || $2, 0)) from inboxes where account_id = $1 limit 1`,
)
