import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { withFreshToken, type NewToken } from '../../features/channels/chat-services/fresh-token.js'
import type { Platform } from '../../platform/platform.js'
import { askForToken, HubSpotError, type TokenAnswer } from './hubspot-api.js'

const EARLY_MS = 10 * 60_000

/** Undefined if something is missing in the answer. */
export function readTokens(answer: TokenAnswer, before?: string): NewToken | undefined {
  const { access_token, expires_in, refresh_token = before } = answer
  if (!access_token || !refresh_token || !expires_in) return undefined
  return { secrets: { access_token, refresh_token }, expires_at: new Date(Date.now() + expires_in * 1_000) }
}

export const withToken = <T>({ platform, account, connection }: ServiceContext, call: (token: string) => Promise<T>) =>
  withFreshToken(
    platform,
    account,
    {
      connection_id: connection.id,
      early_ms: EARLY_MS,
      renew: ({ refresh_token = '' }) => renew(platform, refresh_token),
    },
    call,
  )

async function renew(platform: Platform, refresh_token: string) {
  const asked = askForToken(platform, { grant_type: 'refresh_token', refresh_token })
  const answer = await asked.catch((error: unknown) => {
    throw explainRefusal(error)
  })
  const tokens = readTokens(answer, refresh_token)
  if (!tokens) throw new ServiceError('unavailable', 'the answer is incomplete')
  return tokens
}

/** A refresh token ends when somebody removes the app in HubSpot. */
function explainRefusal(error: unknown) {
  const is_over = error instanceof HubSpotError && /^(BAD_REFRESH_TOKEN|invalid_grant)$/i.test(error.code ?? '')
  return is_over ? new ServiceError('revoked', error.message) : error
}
