import { defineAccountService } from '../../features/channels/account-services/account-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { askForToken, callIntercom } from './intercom-api.js'

/** The admin who allowed the connection, and the workspace. */
interface Me {
  app?: { id_code?: string; name?: string } | null
}

export const intercomService = defineAccountService({
  id: 'intercom',
  name: 'Intercom',

  settings: ({ config }) => ({
    INTERCOM_CLIENT_ID: config.intercom_client_id,
    INTERCOM_CLIENT_SECRET: config.intercom_client_secret,
  }),

  authorizeUrl({ config }, { redirect_uri, state }) {
    const query = new URLSearchParams({ client_id: config.intercom_client_id ?? '', redirect_uri, state })
    return `${config.intercom_app_url}/oauth?${query.toString()}`
  },

  /** Tokens of Intercom last until somebody removes the app. */
  async exchange(platform, { code }) {
    const { access_token, token, token_type = null } = await askForToken(platform, code)
    const given = access_token ?? token
    if (!given) throw new ServiceError('refused', 'the answer is incomplete')
    const { app } = await callIntercom<Me>(platform, given, 'GET', '/me')
    if (!app?.id_code) throw new ServiceError('refused', 'the answer is incomplete')
    return {
      team_id: app.id_code,
      team_name: app.name ?? null,
      details: { token_type, scope: null },
      secrets: { access_token: given },
    }
  },
})
