import type { TSchema } from 'typebox'

/** Who may call an endpoint: anyone, a signed-in user, or an admin. */
export type Audience = 'public' | 'user' | 'admin'

/** How a call is served under `/api/v1`. */
export interface PublicApi {
  /** What a key needs to make the call. A key that only reads may make every call that reads. */
  scope: 'messages' | 'everything'
  /** Clients of the original put any id behind the path. It is ignored. */
  dummy_id?: true
}

/** One call of the HTTP API. Its key is the method and the path, for example `GET /api/tags/:id`. */
export interface Endpoint {
  allow: Audience
  /** Further methods with the same meaning. */
  also?: readonly 'PATCH'[]
  /** Also served under `/api/v1`, for callers with an API key. */
  v1?: PublicApi
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Media types of the body, where it is not JSON or a form. */
  consumes?: readonly string[]
  /** The answers by their status. Only declared fields leave the server. */
  response: { readonly [status: number]: TSchema }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Endpoints = { readonly [key: `${Method} /${string}`]: Endpoint }

export const defineEndpoints = <const E extends Endpoints>(endpoints: E) => endpoints
