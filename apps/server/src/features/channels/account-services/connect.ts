import type { AccountAuthorization } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { badRequest, HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { toTimestamp } from '../../../platform/wire-time.js'
import { ServiceAnswerError } from '../chat-services/call-service.js'
import { ServiceError } from '../chat-services/chat-service.js'
import {
  deleteConnection,
  findConnection,
  getConnection,
  saveConnection,
  type ConnectionRow,
} from '../chat-services/connections.js'
import { finishOAuth, startOAuth } from '../chat-services/oauth-door.js'
import type { AccountService } from './account-service.js'

export const missingSettings = (service: AccountService, platform: Platform) =>
  Object.entries(service.settings(platform)).flatMap(([name, value]) => (value ? [] : [name]))

/** It has to be the same at both steps. */
const redirectUri = ({ id }: AccountService, { config }: Platform) => `${config.base_url}/integrations/${id}`

/** Begins a connection. Returns the page of the service to open. */
export async function startConnecting(service: AccountService, platform: Platform, account: Account, user_id: number) {
  const missing = missingSettings(service, platform)
  if (missing.length > 0)
    throw badRequest(`${service.name} is not set up on this server. An operator has to set ${missing.join(', ')}.`)
  const given = { service: service.id, kind: 'account', inbox_id: null, pkce: false }
  const { state } = await startOAuth(platform, account, user_id, given)
  return service.authorizeUrl(platform, { redirect_uri: redirectUri(service, platform), state })
}

/** The service sent the user back with a code. */
export async function finishConnecting(
  service: AccountService,
  platform: Platform,
  account: Account,
  user_id: number,
  { code, state }: { code: string; state: string },
) {
  await finishOAuth(platform, account, user_id, service.id, state)
  const redirect_uri = redirectUri(service, platform)
  const tokens = await service.exchange(platform, { code, redirect_uri }).catch((error: unknown) => {
    throw error instanceof ServiceError ? denied(error) : error
  })
  return saveConnection(platform, account, {
    ...tokens,
    ...{ service: service.id, kind: 'account', inbox_id: null, connected_by: user_id },
    ...{ channel_id: null, channel_name: null, bot_user_id: null },
  })
}

/** The status of the service, but never a 401: after one, clients renew their session and repeat the call. */
function denied(error: ServiceError) {
  const status = error instanceof ServiceAnswerError && error.status !== 401 ? error.status : 400
  return new HttpError(status, `OAuth access denied: ${error.message}`)
}

export const findAccountConnection = (service: AccountService, account: Account) =>
  findConnection(account, service.id, { kind: 'account' })

export function toAccountAuthorization({ id, created_at, details }: ConnectionRow): AccountAuthorization {
  const { token_type, scope } = details as { token_type?: string | null; scope?: string | null }
  return { id, created_at: toTimestamp(created_at), token_type: token_type ?? null, scope: scope ?? null }
}

export async function disconnect(service: AccountService, account: Account, id: string) {
  await getConnection(account, service.id, id)
  await deleteConnection(account, id)
}
