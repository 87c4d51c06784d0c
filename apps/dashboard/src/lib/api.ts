import { ApiError } from '@papercups/client-core'
import { queryString, type Query } from './query-string.js'
import { request } from './request.js'
import { session } from './session.js'

interface Options {
  query?: Query
  signal?: AbortSignal
  /** Calls that anyone may make carry no token. */
  anonymous?: boolean
}

interface Tokens {
  token(): string | null
  renew(): Promise<string>
}

/** A refused token is renewed, and the call made once more. */
export async function withToken<T>(tokens: Tokens, send: (token: string) => Promise<T>): Promise<T> {
  const token = tokens.token()
  if (!token) throw new ApiError(401, 'Invalid token!')
  try {
    return await send(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const current = tokens.token()
    return send(current && current !== token ? current : await tokens.renew())
  }
}

export function createApi(tokens: Tokens, send = request) {
  async function call(method: string, path: string, body: unknown, options: Options = {}): Promise<unknown> {
    const { query, signal, anonymous } = options
    const raw = { method, path: path + queryString(query), body, ...(signal && { signal }) }
    if (anonymous) return send(raw)
    return withToken(tokens, (token) => send({ ...raw, token }))
  }

  const data = async <T>(answer: Promise<unknown>) => ((await answer) as { data: T }).data

  return {
    get: <T>(path: string, options?: Options) => data<T>(call('GET', path, undefined, options)),
    /** For the lists that carry paging beside `data`. */
    getPage: <T>(path: string, options?: Options) => call('GET', path, undefined, options) as Promise<T>,
    post: <T>(path: string, body?: unknown, options?: Options) => data<T>(call('POST', path, body, options)),
    put: <T>(path: string, body?: unknown, options?: Options) => data<T>(call('PUT', path, body, options)),
    delete: async (path: string, { body, ...options }: Options & { body?: unknown } = {}) =>
      void (await call('DELETE', path, body, options)),
  }
}

export const api = createApi(session)
