import { ApiError, toApiError } from '@papercups/client-core'
import { reachability } from './reachability.js'

const TIMEOUT = 20_000

export interface RawRequest {
  method: string
  path: string
  body?: unknown
  token?: string | null
  signal?: AbortSignal
  /** In milliseconds. */
  timeout?: number
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** One request. Returns the parsed body or throws an ApiError. Does not know sessions. */
export async function request(raw: RawRequest): Promise<unknown> {
  const { method, path, body, token, signal, keepalive } = raw
  const timeout = AbortSignal.timeout(raw.timeout ?? TIMEOUT)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers['authorization'] = token

  const init: RequestInit = { method, headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
  if (body !== undefined) init.body = JSON.stringify(body)
  if (keepalive) init.keepalive = true

  const response = await fetch(`/api${path}`, init).catch((error: unknown) => {
    // The caller aborted; this is not an error of the server.
    if (signal?.aborted) throw error
    reachability.report(false)
    throw new ApiError(0, null)
  })
  reachability.report(true)
  const answer = await read(response)
  if (!response.ok) throw toApiError(response.status, answer)
  return answer
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '')
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}
