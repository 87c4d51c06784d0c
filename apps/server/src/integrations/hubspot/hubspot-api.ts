import { callService, readJson, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { OutboundRequest } from '../../platform/outbound/outbound.js'
import type { Platform } from '../../platform/platform.js'

/** A page of a hundred contacts. */
const MAX_BYTES = 4_000_000

/** An error of HubSpot: https://developers.hubspot.com/docs/api-reference/error-handling */
interface Refusal {
  message?: unknown
  /** Of the token endpoint. */
  error?: unknown
  error_description?: unknown
  status?: unknown
}

export class HubSpotError extends ServiceAnswerError {
  /** HubSpot's word for it, for example `BAD_REFRESH_TOKEN`. */
  readonly code: string | undefined

  constructor(httpStatus: number, { message, error, error_description, status }: Refusal) {
    const texts = [message, error_description, error, status].filter((text) => typeof text === 'string')
    super(httpStatus, texts[0] ?? `status ${httpStatus}`)
    this.code = [error, status].find((text) => typeof text === 'string')
  }
}

export const callHubSpot = <T extends object>(
  platform: Platform,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  values?: object,
) =>
  call<T>(platform, path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(values && { 'content-type': 'application/json' }) },
    ...(values && { body: JSON.stringify(values) }),
  })

export interface TokenAnswer {
  access_token?: string
  refresh_token?: string
  /** Seconds. */
  expires_in?: number
  token_type?: string
  hub_id?: number
  scopes?: string[]
}

/** HubSpot ends the first version of this endpoint in February 2027. */
export const askForToken = (platform: Platform, values: Record<string, string>) =>
  call<TokenAnswer>(platform, '/oauth/v3/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...values,
      client_id: platform.config.hubspot_client_id ?? '',
      client_secret: platform.config.hubspot_client_secret ?? '',
    }).toString(),
  })

async function call<T extends object>(platform: Platform, path: string, request: OutboundRequest): Promise<T> {
  const url = `${platform.config.hubspot_url}${path}`
  const response = await callService(platform, url, { ...request, max_bytes: MAX_BYTES })
  const answer = readJson<T & Refusal>(response)
  if (!answer) throw new ServiceError('unavailable', `unreadable (status ${response.status})`)
  if (response.status >= 300) throw new HubSpotError(response.status, answer)
  return answer
}
