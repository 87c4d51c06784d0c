import type { PlanName } from '@papercups/plans'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

export async function accountsOn(platform: Platform, plans: PlanName[]): Promise<string[]> {
  const { db } = databaseOf(platform)
  const accounts = await db.selectFrom('accounts').select('id').where('subscription_plan', 'in', plans).execute()
  return accounts.map(({ id }) => id)
}
