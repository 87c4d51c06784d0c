import type { Language } from '@papercups/contract'
import type { AccountTransaction } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import type { AccountRow } from './present.js'

/** A public call names the account it means; whether there is such a one is asked here. */
export function findAccount(platform: Platform, id: string): Promise<AccountRow | undefined> {
  return databaseOf(platform)
    .db.selectFrom('accounts')
    .select([
      'id',
      'company_name',
      'company_logo_url',
      'time_zone',
      'subscription_plan',
      'working_hours',
      'settings',
      'language',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type AccountUpdate = Partial<{
  company_name: string
  company_logo_url: string | null
  time_zone: string | null
  working_hours: string
  settings: string | null
  language: Language
  updated_at: Date
}>

/** The account's own row bears no account_id, so no handle reaches it. The caller has it from their session. */
export async function updateAccount(platform: Platform, id: string, changes: AccountUpdate) {
  await databaseOf(platform).db.updateTable('accounts').set(changes).where('id', '=', id).execute()
}

/** The row, and by reference all that the account owns; `before` sees it for the last time, in the same transaction. */
export async function deleteAccountRow(
  platform: Platform,
  id: string,
  before: (account: AccountTransaction) => Promise<void>,
) {
  await databaseOf(platform).transaction(async (tx, accountOf) => {
    await before(accountOf(id))
    await tx.deleteFrom('accounts').where('id', '=', id).execute()
  })
}

/** The company whose widget the demo page shows where none is configured: the first that registered here. */
export async function findFirstAccountId(platform: Platform): Promise<string | undefined> {
  const { db } = databaseOf(platform)
  const first = await db
    .selectFrom('accounts')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id
}
