import { callService, readJson, tooOften } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { OutboundRequest, OutboundResponse } from '../../platform/outbound/outbound.js'
import type { Platform } from '../../platform/platform.js'

/** Lists and threads are long. */
const MAX_BYTES = 4_000_000

/** https://docs.slack.dev/authentication/tokens and the errors of each method. */
const REVOKED = new Set(
  'invalid_auth not_authed account_inactive token_revoked token_expired team_access_not_granted'.split(' '),
)
const LATER = new Set('internal_error fatal_error service_unavailable request_timeout team_added_to_org'.split(' '))

type Values = Record<string, unknown>

export interface SlackAnswer {
  ok: boolean
  error?: string
}

/** Methods that change something take JSON. */
export const postToSlack = <T extends object>(platform: Platform, token: string, method: string, values: Values) =>
  call<T>(platform, method, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(values),
  })

/** Methods that read take no JSON. */
export function readFromSlack<T extends object>(platform: Platform, token: string, method: string, values: Values) {
  return call<T>(platform, `${method}?${toQuery(values)}`, { headers: { authorization: `Bearer ${token}` } })
}

/** More would keep other messages waiting for too long. */
const MAX_PAGES = 20

/** One answer for each page of a long list. */
export async function* readPages<T extends object>(platform: Platform, token: string, method: string, values: Values) {
  let cursor: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = { ...values, cursor }
    const page = await readFromSlack<T & { response_metadata?: { next_cursor?: string } }>(
      platform,
      token,
      method,
      query,
    )
    yield page as T
    cursor = page.response_metadata?.next_cursor
    if (!cursor) return
  }
}

/** For `oauth.v2.access`, which takes a form and no token. */
export const postForm = <T extends object>(platform: Platform, method: string, values: Values) =>
  call<T>(platform, method, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: toQuery(values),
  })

function toQuery(values: Values) {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value != null) query.set(key, String(value))
  return query.toString()
}

async function call<T extends object>(platform: Platform, path: string, request: OutboundRequest): Promise<T> {
  const url = `${platform.config.slack_url}/api/${path}`
  const response = await callService(platform, url, { ...request, max_bytes: MAX_BYTES })
  const answer = readAnswer(response)
  if (answer.ok) return answer as T & SlackAnswer
  throw toServiceError(answer.error ?? 'unknown_error', response)
}

function readAnswer(response: OutboundResponse): SlackAnswer {
  const answer = readJson<SlackAnswer>(response)
  if (answer && 'ok' in answer) return answer
  throw new ServiceError('unavailable', `unreadable (status ${response.status})`)
}

function toServiceError(reason: string, response: OutboundResponse) {
  if (REVOKED.has(reason)) return new ServiceError('revoked', reason)
  if (LATER.has(reason)) return new ServiceError('unavailable', reason)
  return /^rate_?limited$/.test(reason) ? tooOften(reason, response) : new ServiceError('refused', reason)
}
