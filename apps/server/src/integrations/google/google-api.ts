import { callService, readJson, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { withFreshToken } from '../../features/channels/chat-services/fresh-token.js'
import type { Account } from '../../platform/account.js'
import type { OutboundRequest, OutboundResponse } from '../../platform/outbound/outbound.js'
import type { Platform } from '../../platform/platform.js'
import { renewGoogleToken } from './tokens.js'

const MAX_BYTES = 4_000_000
/** A token with less time left is renewed. */
const EARLY_MS = 60_000

/** https://developers.google.com/workspace/gmail/api/guides/handle-errors */
const LIMITS = /^(?:rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded|RATE_LIMIT_EXCEEDED)$/
const NOT_GRANTED = /^(?:insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT|PERMISSION_DENIED_SCOPE)$/

/** The connection whose token a call uses. */
export interface GoogleCaller {
  platform: Platform
  account: Account
  connection_id: string
}

/** Calls an API of Google in the name of a connection. A token that Google refuses is renewed once. */
export async function callGoogle<T extends object>(
  { platform, account, connection_id }: GoogleCaller,
  url: string,
  request: OutboundRequest = {},
): Promise<T> {
  const renew = (secrets: Record<string, string>) => renewGoogleToken(platform, secrets)
  return withFreshToken(platform, account, { connection_id, early_ms: EARLY_MS, renew }, async (token) =>
    readAnswer<T>(await callWith(platform, token, url, request)),
  )
}

export const callWith = (platform: Platform, token: string, url: string, request: OutboundRequest = {}) =>
  callService(platform, url, {
    max_bytes: MAX_BYTES,
    ...request,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
  })

/** An answer that is longer than allowed. */
export class AnswerTooLong extends Error {}

interface GoogleError {
  error?: {
    message?: string
    status?: string
    errors?: Array<{ reason?: string }>
    details?: Array<{ reason?: string }>
  }
}

export function readAnswer<T extends object>(response: OutboundResponse): T {
  if (response.truncated) throw new AnswerTooLong()
  const answer = readJson<T & GoogleError>(response)
  if (response.status < 300) {
    if (answer) return answer
    throw new ServiceError('unavailable', `unreadable (status ${response.status})`)
  }
  const { message, status, errors = [], details = [] } = answer?.error ?? {}
  const reasons = [...errors, ...details].flatMap(({ reason }) => reason ?? [])
  if (response.status === 403 && reasons.some((reason) => LIMITS.test(reason)))
    throw new ServiceError('limited', reasons[0] ?? 'limited')
  if (response.status === 403 && reasons.some((reason) => NOT_GRANTED.test(reason)))
    throw new ServiceError('revoked', reasons[0] ?? 'insufficientPermissions')
  throw new ServiceAnswerError(response.status, (message ?? status ?? `status ${response.status}`).slice(0, 300))
}
