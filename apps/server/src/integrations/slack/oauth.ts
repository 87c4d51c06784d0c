import type { SlackAuthorization } from '@papercups/contract'
import { ServiceError, type Connection } from '../../features/channels/chat-services/chat-service.js'
import { saveConnection } from '../../features/channels/chat-services/connections.js'
import { finishOAuth, startOAuth } from '../../features/channels/chat-services/oauth-door.js'
import { isChannelTaken } from '../../features/channels/chat-services/unscoped.js'
import { requirePlan } from '../../features/account/accounts/plan-gate.js'
import type { Account } from '../../platform/account.js'
import { badRequest } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { toSlackAuthorization } from './present.js'
import { missingSettings } from './settings.js'
import { postForm } from './slack-api.js'

const BOT_SCOPES = `incoming-webhook chat:write channels:history channels:manage channels:read chat:write.public
  chat:write.customize users:read users:read.email groups:history groups:read reactions:read files:read`
const USER_SCOPES = 'channels:history groups:history chat:write reactions:read'

/** It has to be the same at both steps. */
const redirectUri = ({ config }: Platform) => `${config.base_url}/integrations/slack`

export type Kind = Exclude<Connection['kind'], 'account' | 'personal'>

/** The page of Slack on which the user allows the connection. Slack has PKCE only for apps without a secret. */
export async function startSlack(
  platform: Platform,
  account: Account,
  user_id: number,
  { kind, inbox_id }: { kind: Kind; inbox_id: string | null },
) {
  const missing = missingSettings(platform)
  if (missing.length > 0)
    throw badRequest(`Slack is not set up on this server. An operator has to set ${missing.join(', ')}.`)
  await requirePlan(platform, account, 'slack')
  const { state } = await startOAuth(platform, account, user_id, { service: 'slack', kind, inbox_id, pkce: false })
  const query = new URLSearchParams({
    client_id: platform.config.slack_client_id ?? '',
    redirect_uri: redirectUri(platform),
    state,
    scope: BOT_SCOPES.replace(/\s+/g, ' '),
    user_scope: USER_SCOPES,
  })
  return `${platform.config.slack_url}/oauth/v2/authorize?${query.toString()}`
}

interface Access {
  access_token?: string
  app_id?: string
  bot_user_id?: string
  scope?: string
  authed_user?: { id?: string }
  team?: { id?: string; name?: string }
  incoming_webhook?: { channel?: string; channel_id?: string; configuration_url?: string; url?: string }
}

/** Slack sent the user back with a code. */
export async function finishSlack(
  platform: Platform,
  account: Account,
  user_id: number,
  { code, state, type, inbox_id: inbox }: { code: string; state: string; type?: Kind; inbox_id?: string | null },
): Promise<SlackAuthorization> {
  const { kind: stored, inbox_id } = await finishOAuth(platform, account, user_id, 'slack', state)
  const kind = stored === 'support' ? 'support' : 'reply'
  if ((type && type !== kind) || (inbox && inbox !== inbox_id))
    throw badRequest('OAuth access denied: another connection was started.')
  await requirePlan(platform, account, 'slack')
  const access = await exchange(platform, code)
  const { access_token, team, incoming_webhook: hook } = access
  if (!access_token || !team?.id || !hook?.channel_id) throw badRequest('OAuth access denied: the answer is incomplete')
  const channel_id = hook.channel_id
  if (await isChannelTaken(platform, { service: 'slack', kind, channel_id, account_id: account.id }))
    throw badRequest(
      `The channel ${hook.channel ?? ''} is already connected by another integration. Choose another channel, or disconnect it first.`,
    )
  const row = await saveConnection(platform, account, {
    service: 'slack',
    kind,
    inbox_id,
    team_id: team.id,
    team_name: team.name ?? null,
    channel_id,
    channel_name: hook.channel ?? null,
    bot_user_id: access.bot_user_id ?? null,
    details: {
      app_id: access.app_id,
      scope: access.scope,
      authed_user_id: access.authed_user?.id,
      configuration_url: hook.configuration_url,
    },
    secrets: { access_token, ...(hook.url && { webhook_url: hook.url }) },
    connected_by: user_id,
  })
  if (hook.url) await postHint(platform, hook.url, kind)
  return toSlackAuthorization(row)
}

async function exchange(platform: Platform, code: string) {
  try {
    return await postForm<Access>(platform, 'oauth.v2.access', {
      code,
      client_id: platform.config.slack_client_id,
      client_secret: platform.config.slack_client_secret,
      redirect_uri: redirectUri(platform),
    })
  } catch (error) {
    if (error instanceof ServiceError) throw badRequest(`OAuth access denied: ${error.message}`)
    throw error
  }
}

const HINTS: Record<Kind, string> = {
  reply:
    'Papercups is connected. New conversations appear in this channel. One step is left: add the app to this channel with `/app`, so that it sees your replies.',
  support:
    'Papercups is connected. Messages in this channel become conversations. To use more channels, add the app there with `/app`.',
}

/** A welcome in the channel. The connection works without it. */
async function postHint(platform: Platform, url: string, kind: Kind) {
  const body = JSON.stringify({ text: HINTS[kind] })
  const headers = { 'content-type': 'application/json' }
  await platform.outbound.fetch(url, { method: 'POST', headers, body }).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'slack: the first message could not be posted')
  })
}
