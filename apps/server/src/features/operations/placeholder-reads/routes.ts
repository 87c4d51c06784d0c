import { Data } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'

/**
 * Capabilities that this server does not have yet. Published dashboards read them on pages that do other work, and a 404
 * breaks those pages: one of them then saves empty fields over a company. A capability that is built removes its line here.
 */
const NOT_CONNECTED = ['github'].map((service) => `/api/${service}/authorization`)

export function routes(app: App) {
  const config = { allow: 'user' } as const

  for (const url of NOT_CONNECTED) {
    app.get(url, {
      config,
      schema: { response: { 200: Data(Type.Null()) } },
      handler: async () => ({ data: null }),
    })
  }
}
