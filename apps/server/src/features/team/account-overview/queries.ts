import type { AccountDetails } from '@papercups/contract'
import { notFound } from '../../../platform/errors.js'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { listTeam } from '../users/queries.js'
import { listWidgetSettings, toWidgetSettings } from '../../widget/widget-settings/queries.js'
import { toAccountBasic } from '../../account/accounts/present.js'
import { findAccount } from '../../account/accounts/unscoped.js'

export async function getAccountDetails(platform: Platform, account: Account): Promise<AccountDetails> {
  const [row, users, settings] = await Promise.all([
    findAccount(platform, account.id),
    listTeam(account),
    listWidgetSettings(account),
  ])
  if (!row) throw notFound('Account')
  return { ...toAccountBasic(row), users, widget_settings: settings.map(toWidgetSettings) }
}
