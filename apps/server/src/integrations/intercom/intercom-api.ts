import { callService, readJson, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { OutboundRequest } from '../../platform/outbound/outbound.js'
import type { Platform } from '../../platform/platform.js'

/** A conversation can have 500 long parts. */
const MAX_BYTES = 16_000_000
const VERSION = '2.14'

/** An error of Intercom: https://developers.intercom.com/docs/references/rest-api/errors */
interface Refusal {
  type?: unknown
  errors?: Array<{ code?: string; message?: string }>
}

export const callIntercom = <T extends object>(
  platform: Platform,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  values?: object,
) =>
  call<T>(platform, path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'intercom-version': VERSION,
      ...(values && { 'content-type': 'application/json' }),
    },
    ...(values && { body: JSON.stringify(values) }),
  })

export const askForToken = (platform: Platform, code: string) =>
  call<{ access_token?: string; token?: string; token_type?: string }>(platform, '/auth/eagle/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      code,
      client_id: platform.config.intercom_client_id ?? '',
      client_secret: platform.config.intercom_client_secret ?? '',
    }).toString(),
  })

async function call<T extends object>(platform: Platform, path: string, request: OutboundRequest): Promise<T> {
  const url = `${platform.config.intercom_url}${path}`
  const response = await callService(platform, url, { ...request, max_bytes: MAX_BYTES })
  const answer = readJson<T & Refusal>(response)
  const { status } = response
  if (!answer) throw new ServiceError('unavailable', `unreadable (status ${status})`)
  if (status < 300 && answer.type !== 'error.list') return answer
  const [error] = Array.isArray(answer.errors) ? answer.errors : []
  throw new ServiceAnswerError(status < 300 ? 422 : status, String(error?.message ?? error?.code ?? `status ${status}`))
}
