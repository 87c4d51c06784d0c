import type { AccountTransaction } from '../../platform/account.js'
import { defineStatement } from '../../platform/statement.js'
import { addSender } from '../../features/people/customers/save-customer.js'

/** Two first SMS of a person at the same time make one customer: the second one waits here and finds them. */
export async function findOrAddByPhone(account: AccountTransaction, phone: string) {
  await account.run(lockPhone, phone)
  const [known] = await account.run(findByPhone, phone)
  return known?.id ?? (await addSender(account, { phone })).id
}

/** Every account has an inbox, so the lock is always taken. It ends with the transaction. */
const lockPhone = defineStatement(
  'twilio.lock-phone',
  `select pg_advisory_xact_lock(hashtextextended(account_id || $2, 1)) from inboxes where account_id = $1 limit 1`,
)

/** The index `customers_by_phone` holds this expression. */
const findByPhone = defineStatement<{ id: string }>(
  'twilio.find-by-phone',
  `select id from customers where account_id = $1 and regexp_replace(phone, '[^0-9+]', '', 'g') = $2
   order by seen_order desc, id limit 1`,
)
