import type { Language } from '@papercups/contract'
import type { AccountTransaction } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import type { AccountRow } from './present.js'

/** Whether the account that a public call names exists. */
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

/** The account's own row has no account_id, so an Account cannot change it. The id comes from the caller's session. */
export async function updateAccount(platform: Platform, id: string, changes: AccountUpdate) {
  await databaseOf(platform).db.updateTable('accounts').set(changes).where('id', '=', id).execute()
}

/**
 * Deletes the row and, by foreign keys, everything that the account owns. `before` runs first in the same transaction.
 */
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

/** The account of the demo page if none is configured: the first that registered. */
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
