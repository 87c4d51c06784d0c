import { defineAccountService } from '../../features/channels/account-services/account-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { askForToken } from './hubspot-api.js'
import { readTokens } from './tokens.js'

export const hubspotService = defineAccountService({
  id: 'hubspot',
  name: 'HubSpot',

  settings: ({ config }) => ({
    HUBSPOT_CLIENT_ID: config.hubspot_client_id,
    HUBSPOT_CLIENT_SECRET: config.hubspot_client_secret,
  }),

  authorizeUrl({ config }, { redirect_uri, state }) {
    const { hubspot_client_id: client_id = '', hubspot_scopes: scope, hubspot_app_url } = config
    const query = new URLSearchParams({ client_id, redirect_uri, scope, state })
    // HubSpot's own examples have %20 between scopes.
    return `${hubspot_app_url}/oauth/authorize?${query.toString().replaceAll('+', '%20')}`
  },

  async exchange(platform, { code, redirect_uri }) {
    const answer = await askForToken(platform, { grant_type: 'authorization_code', code, redirect_uri })
    const tokens = readTokens(answer)
    if (!tokens || !answer.hub_id) throw new ServiceError('refused', 'the answer is incomplete')
    return {
      team_id: String(answer.hub_id),
      team_name: null,
      details: { token_type: answer.token_type ?? null, scope: answer.scopes?.join(' ') ?? null },
      secrets: tokens.secrets,
      token_expires_at: tokens.expires_at,
    }
  },
})
