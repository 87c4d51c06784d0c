import { ApiError } from '@papercups/client-core'
import type { DataOf, InputOf, JsonAnswerOf, Method, PathOf } from '@papercups/contract'
import { queryString, type QueryValue } from './query-string.js'
import { request } from './request.js'
import { session } from './session.js'

interface Options {
  signal?: AbortSignal
  /** Calls that anyone may make carry no token. */
  anonymous?: boolean
}

type Call<M extends Method, Path extends PathOf<M>> = Options & InputOf<M, Path, QueryValue>

/** A call that needs nothing may be made without options. */
type Given<M extends Method, Path extends PathOf<M>> =
  object extends Call<M, Path> ? [call?: Call<M, Path>] : [call: Call<M, Path>]

interface RawCall extends Options {
  params?: Record<string, string | number>
  query?: Record<string, QueryValue>
  body?: unknown
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
  async function call<T>(method: Method, path: string, options: RawCall = {}): Promise<T> {
    const { params = {}, query, body, signal, anonymous } = options
    const url =
      path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + queryString(query)
    const raw = { method, path: url, body, ...(signal && { signal }) }
    // The endpoint declares the answer, and the server checks it against that declaration.
    return (anonymous ? send(raw) : withToken(tokens, (token) => send({ ...raw, token }))) as Promise<T>
  }

  const data = async <T>(answer: Promise<{ data: T }>) => (await answer).data

  return {
    get: <P extends PathOf<'GET'>>(path: P, ...[options]: Given<'GET', P>) =>
      data<DataOf<'GET', P>>(call('GET', path, options)),
    /** The whole answer, for lists that have more than `data`. */
    getPage: <P extends PathOf<'GET'>>(path: P, ...[options]: Given<'GET', P>) =>
      call<JsonAnswerOf<'GET', P>>('GET', path, options),
    post: <P extends PathOf<'POST'>>(path: P, ...[options]: Given<'POST', P>) =>
      data<DataOf<'POST', P>>(call('POST', path, options)),
    /** The whole answer, for calls that answer with more than `data`. */
    postWhole: <P extends PathOf<'POST'>>(path: P, ...[options]: Given<'POST', P>) =>
      call<JsonAnswerOf<'POST', P>>('POST', path, options),
    put: <P extends PathOf<'PUT'>>(path: P, ...[options]: Given<'PUT', P>) =>
      data<DataOf<'PUT', P>>(call('PUT', path, options)),
    delete: async <P extends PathOf<'DELETE'>>(path: P, ...[options]: Given<'DELETE', P>): Promise<void> => {
      await call('DELETE', path, options)
    },
  }
}

export const api = createApi(session)
