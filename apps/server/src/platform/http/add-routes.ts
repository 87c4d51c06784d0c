import type { Endpoint, Endpoints } from '@papercups/contract'
import type {
  FastifyContextConfig,
  HTTPMethods,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App, TypeBoxProvider } from './app.js'

/** The schemas of an endpoint under Fastify's names. */
type Schemas<E extends Endpoint> = {
  [K in keyof E as K extends 'query' ? 'querystring' : K extends 'params' | 'body' | 'response' ? K : never]: E[K]
}

type Handler<E extends Endpoint> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  Schemas<E>,
  TypeBoxProvider
>

/** A handler with what only the server needs to know of its route. */
interface Route<E extends Endpoint> extends Pick<RouteOptions, 'bodyLimit' | 'preValidation'> {
  config?: Omit<FastifyContextConfig, 'allow'>
  handler: Handler<E>
}

/** One handler for each endpoint: a missing one does not compile, nor does one too many. */
export type Routes<E extends Endpoints> = {
  [K in keyof E]: E[K] extends Endpoint ? Handler<E[K]> | Route<E[K]> : never
}

/** Adds the routes of declared endpoints. */
export function addRoutes<E extends Endpoints>(app: App, endpoints: E, routes: Routes<E>) {
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const route = routes[key as keyof E] as Handler<Endpoint> | Route<Endpoint>
    const { handler, config, ...options } = typeof route === 'function' ? { handler: route } : route
    const [method, url] = key.split(' ') as [HTTPMethods, string]
    const { allow, also = [], v1, params, query, body, consumes, response } = endpoint
    const add = (url: string, config: FastifyContextConfig) =>
      app.route({
        ...options,
        method: [method, ...also],
        url,
        config,
        schema: {
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(consumes && { consumes }),
          response,
        },
        handler: handler as RouteOptions['handler'],
      })
    add(url, { ...config, allow })
    if (!v1) continue
    // A call with a key counts against the key, not against the limits of visitors.
    const { limit: _, ...others } = config ?? {}
    const path = url.replace('/api/', '/api/v1/')
    for (const v1Url of v1.dummy_id ? [path, `${path}/:any`] : [path])
      add(v1Url, { ...others, allow: allow === 'admin' ? 'admin' : 'user', key_scope: v1.scope })
  }
}
