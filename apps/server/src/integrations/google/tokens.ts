import { callService, readJson } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { NewToken } from '../../features/channels/chat-services/fresh-token.js'
import type { Platform } from '../../platform/platform.js'
import { googleUrls } from './google-urls.js'

interface TokenAnswer {
  access_token?: string
  refresh_token?: string
  /** Seconds. */
  expires_in?: number
  /** Separated by spaces. */
  scope?: string
  error?: string
}

/** https://developers.google.com/identity/protocols/oauth2/web-server */
async function askForToken(platform: Platform, values: Record<string, string>) {
  const { google_client_id: client_id = '', google_client_secret: client_secret = '' } = platform.config
  const response = await callService(platform, googleUrls(platform).token, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...values, client_id, client_secret }).toString(),
  })
  const answer = readJson<TokenAnswer>(response)
  const { access_token, expires_in } = answer ?? {}
  if (response.status === 200 && access_token && expires_in)
    return { ...answer, access_token, expires_at: new Date(Date.now() + expires_in * 1_000) }
  const reason = answer?.error ?? `status ${response.status}`
  // Every other error is about the settings of this server, and connecting again would not help.
  throw new ServiceError(reason === 'invalid_grant' ? 'revoked' : 'unavailable', reason)
}

export function redeemCode(platform: Platform, code: string, code_verifier: string, redirect_uri: string) {
  return askForToken(platform, { grant_type: 'authorization_code', code, code_verifier, redirect_uri })
}

export async function renewGoogleToken(platform: Platform, secrets: Record<string, string>): Promise<NewToken> {
  const { refresh_token = '' } = secrets
  const answer = await askForToken(platform, { grant_type: 'refresh_token', refresh_token })
  const { access_token, expires_at } = answer
  return { secrets: { access_token, refresh_token: answer.refresh_token ?? refresh_token }, expires_at }
}
