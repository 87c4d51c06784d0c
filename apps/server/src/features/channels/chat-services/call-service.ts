import { OutboundError } from '../../../platform/outbound/outbound-error.js'
import type { OutboundRequest, OutboundResponse } from '../../../platform/outbound/outbound.js'
import type { Platform } from '../../../platform/platform.js'
import { HttpError } from '../../../platform/errors.js'
import { ServiceError } from './chat-service.js'

/** An answer of the service that is an error. */
export class ServiceAnswerError extends ServiceError {
  readonly status: number

  constructor(status: number, reason: string) {
    super(status === 401 ? 'revoked' : 'refused', reason)
    this.status = status
  }
}

/** Any answer but "later": those throw. */
export async function callService({ outbound }: Platform, url: string, request: OutboundRequest) {
  const response = await outbound.fetch(url, request).catch((error: unknown) => {
    throw error instanceof OutboundError ? new ServiceError('unavailable', error.reason) : error
  })
  if (response.status === 429) throw tooOften('ratelimited', response)
  if (response.status >= 500) throw new ServiceError('unavailable', `status ${response.status}`)
  return response
}

export function tooOften(reason: string, { headers }: OutboundResponse) {
  const given = Number(headers['retry-after'] ?? headers['x-ratelimit-reset'])
  // Some services name the time at which they answer again.
  const seconds = given > 1_000_000_000 ? given - Date.now() / 1_000 : given
  return new ServiceError('limited', reason, Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined)
}

/** Undefined if the answer is no JSON object or list. */
export function readJson<T extends object>({ body }: OutboundResponse): T | undefined {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'))
    return typeof answer === 'object' && answer !== null ? (answer as T) : undefined
  } catch {
    return undefined
  }
}

/** Undefined if the service does not know what was asked for, or does not show it to us. */
export async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceError && error.failure === 'refused') return undefined
    throw error
  }
}

/** The service cannot be reached, or its answer is not what it documents. */
export const noUsableAnswer = (name: string, { message }: ServiceError) => `No usable answer from ${name}: ${message}`

/** The errors of a service as answers to the admin who sets it up. */
export async function explainErrors<T>(name: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceAnswerError) throw new HttpError(error.status, error.message)
    if (error instanceof ServiceError) throw new HttpError(422, noUsableAnswer(name, error))
    throw error
  }
}
