import {
  Data,
  InstantInput,
  Nullable,
  WidgetSettings,
  WidgetSettingsChanges,
  WidgetSettingsExpanded,
} from '@papercups/contract'
import { Type } from 'typebox'
import { uploadsAllowed } from '../../../platform/config.js'
import { notFound, Refusal } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { salvaged } from '../../../platform/http/salvage.js'
import { optionalId, requireAccount } from '../../account/accounts/named-account.js'
import { toAccountPublic } from '../../account/accounts/present.js'
import { requireAllowedSite } from '../allowed-sites/admit.js'
import { recordSighting } from './record-sighting.js'
import { toWidgetSettings, widgetSettingsOf } from './queries.js'
import { updateWidgetSettings } from './update-widget-settings.js'

const text = Type.Optional(Nullable(Type.String({ maxLength: 10_000 })))
const Sighting = Type.Object({ host: text, pathname: text, last_seen_at: Type.Optional(Nullable(InstantInput)) })
const Named = Type.Object({ account_id: text, inbox_id: text })

export function routes(app: App) {
  app.get('/api/widget_settings', {
    config: { allow: 'public' },
    schema: { querystring: Named, response: { 200: Data(WidgetSettingsExpanded) } },
    async handler({ query, site }) {
      const received = Object.keys(query)
      if (!query.account_id) throw new Refusal(422, 'The account_id is a required parameter', { details: { received } })
      const { account, row } = await requireAccount(app.platform, query.account_id)
      const inbox_id = optionalId(query.inbox_id)
      await requireAllowedSite(account, site, { inbox_id })
      const settings = await widgetSettingsOf(account, inbox_id)
      if (!settings) throw notFound('Inbox')
      const file_uploads_enabled = uploadsAllowed(app.platform.config, account.id)
      return { data: { ...toWidgetSettings(settings), account: toAccountPublic(row), file_uploads_enabled } }
    },
  })

  app.put('/api/widget_settings', {
    config: { allow: 'admin' },
    schema: {
      body: Type.Object({ widget_settings: WidgetSettingsChanges }),
      response: { 200: Data(WidgetSettings) },
    },
    async handler({ account, body }) {
      return { data: toWidgetSettings(await updateWidgetSettings(account, body.widget_settings)) }
    },
  })

  app.put('/api/widget_settings/metadata', {
    config: { allow: 'public' },
    preValidation: salvaged('metadata', Sighting),
    schema: {
      body: Type.Object({ ...Named.properties, metadata: Type.Optional(Nullable(Sighting)) }),
      response: { 200: Data(WidgetSettings) },
    },
    async handler({ body, site }) {
      if (!body.account_id || !body.metadata) {
        const message = 'The following parameters are required: account_id, metadata'
        throw new Refusal(422, message, { details: { received: Object.keys(body) } })
      }
      const { account } = await requireAccount(app.platform, body.account_id)
      const inbox_id = optionalId(body.inbox_id)
      await requireAllowedSite(account, site, { inbox_id })
      const settings = await recordSighting(account, inbox_id, body.metadata)
      return { data: toWidgetSettings(settings) }
    },
  })
}
