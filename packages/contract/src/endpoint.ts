import type { TSchema } from 'typebox'

/** Who may call an endpoint: anyone, a signed-in user, or an admin. */
export type Audience = 'public' | 'user' | 'admin'

/** One call of the HTTP API. Its key is the method and the path, for example `GET /api/tags/:id`. */
export interface Endpoint {
  allow: Audience
  /** Further methods with the same meaning. */
  also?: readonly 'PATCH'[]
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
