import { InstantInput } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { clockOf } from './account-clock.js'
import { copyConversations } from './follow-events.js'
import { copyManyOpenings } from './openings.js'
import { readRange } from './read-range.js'
import { forgetDays, readDays } from './stored-days.js'
import { accountsWithChanges } from './unscoped.js'

const AT_ONCE = 500
const TWO_YEARS_MS = 731 * 86_400_000

/** Forgets every stored number of an account and counts again. */
export const rebuildReports = defineJob({
  name: 'reporting.rebuild',
  input: Type.Object({ moment: InstantInput }),
  key: () => 'reporting.rebuild',
  async run(account, { moment }, platform) {
    await account.run(forgetMissing)
    await account.run(forgetMissingOpenings)
    for (let after = '00000000-0000-0000-0000-000000000000'; after;) {
      const ids = (await account.run(nextConversations, after, AT_ONCE)).map(({ id }) => id)
      if (ids.length > 0) {
        await account.run(copyConversations, ids)
        await account.run(copyManyOpenings, ids)
      }
      after = ids.length < AT_ONCE ? '' : (ids.at(-1) ?? '')
    }
    await forgetDays(account)
    await storeLastYears(account, platform, moment)
  },
})

/** So that no report has to count many days. */
export const storeChangedDays = defineJob({
  name: 'reporting.store-changed-days',
  input: Type.Object({ moment: InstantInput }),
  key: () => 'reporting.store-changed-days',
  run: (account, { moment }, platform) => storeLastYears(account, platform, moment),
})

export async function storeAllChangedDays(platform: Platform) {
  const moment = new Date().toISOString()
  for (const id of await accountsWithChanges(platform)) await platform.account(id).enqueue(storeChangedDays, { moment })
}

async function storeLastYears(account: Account, platform: Platform, moment: string) {
  const row = await findAccount(platform, account.id)
  if (!row) return
  const range = { from_date: new Date(Date.parse(moment) - TWO_YEARS_MS).toISOString(), to_date: moment }
  await readDays(account, readRange(clockOf(row), range))
}

const nextConversations = defineStatement<{ id: string }>(
  'reporting.next-conversations',
  `select id from conversations where account_id = $1 and id > $2::uuid order by id limit $3`,
)

const forgetMissing = defineStatement(
  'reporting.forget-missing',
  `delete from report_conversations known where account_id = $1
    and not exists (select from conversations c where c.account_id = $1 and c.id = known.conversation_id)`,
)

const forgetMissingOpenings = defineStatement(
  'reporting.forget-missing-openings',
  `delete from report_openings known where account_id = $1
    and not exists (select from conversations c where c.account_id = $1 and c.id = known.conversation_id)`,
)
