import { widgetSettingsEndpoints } from '@papercups/contract'
import { WidgetSighting } from '@papercups/contract'
import { uploadsAllowed } from '../../../platform/config.js'
import { notFound, HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { dropInvalidIn } from '../../../platform/http/drop-invalid-fields.js'
import { optionalId, requireAccount } from '../../account/accounts/named-account.js'
import { toAccountPublic } from '../../account/accounts/present.js'
import { getInbox } from '../../account/inboxes/queries.js'
import { requireAllowedSite } from '../allowed-sites/admit.js'
import { recordSighting } from './record-sighting.js'
import { toWidgetSettings, widgetSettingsOf } from './queries.js'
import { listTeamFaces } from './team-faces.js'
import { updateWidgetSettings } from './update-widget-settings.js'

export function routes(app: App) {
  addRoutes(app, widgetSettingsEndpoints, {
    async 'GET /api/widget_settings'({ query, site }) {
      const received = Object.keys(query)
      if (!query.account_id)
        throw new HttpError(422, 'The account_id is a required parameter', { details: { received } })
      const { account, row } = await requireAccount(app.platform, query.account_id)
      const inbox_id = optionalId(query.inbox_id)
      await requireAllowedSite(account, site, { inbox_id })
      const [settings, team] = await Promise.all([widgetSettingsOf(account, inbox_id), listTeamFaces(account)])
      if (!settings) throw notFound('Inbox')
      const file_uploads_enabled = uploadsAllowed(app.platform.config, account.id)
      const { ratings_enabled } = await getInbox(account, settings.inbox_id)
      const more = { account: toAccountPublic(row), team, file_uploads_enabled, ratings_enabled }
      return { data: { ...toWidgetSettings(settings), ...more } }
    },

    async 'PUT /api/widget_settings'({ account, body }) {
      return { data: toWidgetSettings(await updateWidgetSettings(account, body.widget_settings)) }
    },

    'PUT /api/widget_settings/metadata': {
      preValidation: dropInvalidIn('metadata', WidgetSighting),
      async handler({ body, site }) {
        if (!body.account_id || !body.metadata) {
          const message = 'The following parameters are required: account_id, metadata'
          throw new HttpError(422, message, { details: { received: Object.keys(body) } })
        }
        const { account } = await requireAccount(app.platform, body.account_id)
        const inbox_id = optionalId(body.inbox_id)
        await requireAllowedSite(account, site, { inbox_id })
        const settings = await recordSighting(account, inbox_id, body.metadata)
        return { data: toWidgetSettings(settings) }
      },
    },
  })
}
