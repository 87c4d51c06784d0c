import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

const BATCH = 500

/** Stripe names only its customer. An event that was taken before does nothing. */
export async function takeEvent(
  platform: Platform,
  id: string,
  customer: string | undefined,
  react: (account: Account) => Promise<void>,
) {
  await databaseOf(platform).transaction(async (tx, accountOf) => {
    const taken = tx
      .insertInto('stripe_events')
      .values({ id })
      .onConflict((on) => on.doNothing())
    const { numInsertedOrUpdatedRows } = await taken.executeTakeFirstOrThrow()
    if (!customer || numInsertedOrUpdatedRows === 0n) return
    const owner = tx.selectFrom('account_billing').select('account_id').where('stripe_customer_id', '=', customer)
    const found = await owner.executeTakeFirst()
    if (found) await react(accountOf(found.account_id))
  })
}

/** In batches: an install may have many accounts. */
export async function eachCustomer(platform: Platform, work: (account: Account) => Promise<void>) {
  const { db } = databaseOf(platform)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const customers = db.selectFrom('account_billing').select('account_id').where('stripe_customer_id', 'is not', null)
    const rows = await customers.where('account_id', '>', after).orderBy('account_id').limit(BATCH).execute()
    for (const { account_id } of rows) await work(platform.account(account_id))
    const last = rows.at(-1)
    if (!last) return
    after = last.account_id
  }
}

/** Stripe repeats an event for three days. */
export async function forgetOldEvents(platform: Platform) {
  const { db } = databaseOf(platform)
  await db
    .deleteFrom('stripe_events')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
