import { Data, InstantInput, Omittable } from '../../scalars.js'
import { Type } from 'typebox'
import { WidgetSettings, WidgetSettingsChanges, WidgetSettingsExpanded } from '../../accounts.js'
import { defineEndpoints } from '../../endpoint.js'

const text = Omittable(Type.String({ maxLength: 10_000 }))

/** A page on which a widget started. */
export const WidgetSighting = Type.Object({ host: text, pathname: text, last_seen_at: Omittable(InstantInput) })

const Named = Type.Object({ account_id: text, inbox_id: text })

export const widgetSettingsEndpoints = defineEndpoints({
  'GET /api/widget_settings': {
    allow: 'public',
    query: Named,
    response: { 200: Data(WidgetSettingsExpanded) },
  },

  'PUT /api/widget_settings': {
    allow: 'admin',
    body: Type.Object({ widget_settings: WidgetSettingsChanges }),
    response: { 200: Data(WidgetSettings) },
  },

  'PUT /api/widget_settings/metadata': {
    allow: 'public',
    body: Type.Object({ ...Named.properties, metadata: Omittable(WidgetSighting) }),
    response: { 200: Data(WidgetSettings) },
  },
})
