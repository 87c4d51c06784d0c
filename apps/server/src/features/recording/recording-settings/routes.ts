import { recordingSettingsEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { requireAccount } from '../../account/accounts/named-account.js'
import { requirePlan } from '../../account/accounts/plan-gate.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { hasLiveSessions } from '../browser-sessions/availability.js'
import { readSettings, saveSettings } from './settings.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, recordingSettingsEndpoints, {
    async 'GET /api/recording_settings'({ query, site }) {
      const { account } = await requireAccount(platform, query.account_id ?? '')
      await requireAllowedSite(account, site)
      const { mask_text, only_pages, except_pages, respect_privacy_signals } = await readSettings(account)
      const enabled = await hasLiveSessions(platform, account)
      return { data: { enabled, mask_text, only_pages, except_pages, respect_privacy_signals } }
    },

    async 'GET /api/account/recording_settings'({ account }) {
      return { data: await readSettings(account) }
    },

    async 'PUT /api/account/recording_settings'({ account, body }) {
      await requirePlan(platform, account, 'live_sessions')
      return { data: await saveSettings(account, body) }
    },
  })
}
