import swagger from '@fastify/swagger'
import Fastify, { LogController, type FastifyRequest, type RouteOptions } from 'fastify'
import type { Account } from '../account.js'
import { Refusal, tooMany, unauthenticated } from '../errors.js'
import type { Audience, Caller, Feature } from '../feature.js'
import type { Metrics } from '../metrics.js'
import type { Platform } from '../platform.js'
import { checkAnswers } from './answers.js'
import type { App } from './app.js'
import { acceptBodies, honourMethodOverride, MAX_BYTES, parseQuery } from './body.js'
import { brokenRequests, refuseExpectations } from './broken-requests.js'
import { documentApi } from './docs.js'
import { answerErrors } from './error-answers.js'
import { addHeaders } from './headers.js'
import { GENERAL_LIMIT, namedAccount, namedVisitor, RateLimiter } from './rate-limit.js'
import { siteOf } from './site.js'
import { parse, parseAddress } from './validate.js'

export interface DeclaredRoute {
  method: string
  url: string
  allow: Audience
  page: boolean
  schema: RouteOptions['schema']
}

export interface HttpOptions {
  platform: Platform
  features: Feature[]
  metrics: Metrics
  /** The person behind a token, by their live row. Throws a Refusal for somebody who was disabled. */
  authenticate(token: string): Promise<Caller | undefined>
  /** Routes of the machinery itself. */
  plain(app: App): void
}

/** The HTTP side of the server, ready to listen once its features' routes are in. */
export async function createHttp(options: HttpOptions) {
  const { platform } = options
  const app = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.config.trust_proxy,
    bodyLimit: MAX_BYTES,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 400, querystringParser: parseQuery },
    genReqId: () => crypto.randomUUID(),
    ...brokenRequests,
  }) as unknown as App

  refuseExpectations(app.server)

  const declared: DeclaredRoute[] = []
  app.decorate('platform', platform)
  decorateRequests(app)
  app.setValidatorCompiler(({ schema, httpPart }) => (value: unknown) => {
    const fits = httpPart === 'body' ? parse : parseAddress
    try {
      return { value: fits(schema as never, value) }
    } catch (error) {
      return { error: error as Error }
    }
  })
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))

  app.addHook('onRoute', (route) => declare(declared, route))
  addHeaders(app)
  countRequests(app, options.metrics)
  letIn(app, options.authenticate)
  await acceptBodies(app)
  limitCalls(app)
  honourMethodOverride(app)
  answerErrors(app)
  if (platform.config.environment === 'test') checkAnswers(app)

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Papercups API', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'authorization' } } },
    },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, security: route.config?.allow === 'public' ? [] : [{ session: [] }] },
      url,
    }),
  })
  await app.register(async (scope) => {
    for (const feature of options.features) feature.routes?.(scope as unknown as App)
    options.plain(scope as unknown as App)
    documentApi(scope as unknown as App)
  })
  return { app, declared }
}

function declare(declared: DeclaredRoute[], route: RouteOptions) {
  const allow = route.config?.allow
  if (!allow) throw new Error(`${String(route.method)} ${route.url} does not say whom it allows`)
  for (const method of [route.method].flat()) {
    if (method === 'HEAD') continue
    declared.push({ method, url: route.url, allow, page: route.config?.page ?? false, schema: route.schema })
  }
}

function decorateRequests(app: App) {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('account', { getter: accountOf })
  app.decorateRequest('user', { getter: userOf })
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return this.ip
    },
  })
  app.decorateRequest('site', {
    getter(this: FastifyRequest) {
      return siteOf(this.headers, app.platform.config.base_url)
    },
  })
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthenticated()
  return request.caller
}

function accountOf(this: FastifyRequest): Account {
  return callerOf(this).account
}

function userOf(this: FastifyRequest) {
  return callerOf(this).user
}

function letIn(app: App, authenticate: HttpOptions['authenticate']) {
  app.addHook('onRequest', async (request) => {
    const { allow, page } = request.routeOptions.config
    if (!page && !acceptsJson(request.headers.accept))
      throw new Refusal(406, 'Not Acceptable', { envelope: 'framework' })
    const token = request.headers.authorization?.replace(/^Bearer /i, '')
    if (allow === 'public' || !allow) {
      // A public call is answered whoever makes it, so a token that is no good only means "anonymous".
      request.caller = token ? await authenticate(token).catch(anonymous) : undefined
      return
    }
    request.caller = token ? await authenticate(token) : undefined
    if (!request.caller) throw unauthenticated()
    if (allow === 'admin' && request.caller.user.role !== 'admin') throw new Refusal(403, 'Unauthorized access')
  })
}

function anonymous(error: unknown) {
  if (error instanceof Refusal) return undefined
  throw error
}

function acceptsJson(accept: string | undefined) {
  return !accept || /\*\/\*|application\/(\*|json)|\+json/i.test(accept)
}

/** After the body is read, because an account is often named only there. */
function limitCalls(app: App) {
  const limiter = new RateLimiter()
  app.addHook('preValidation', async (request, reply) => {
    const { allow, limit: declared, page } = request.routeOptions.config
    if (!declared && (page || allow !== 'public')) return
    const limit = declared ?? GENERAL_LIMIT
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const visitor = limit.visitor && (limit.visitorOf ?? namedVisitor)(request)
    const subject = (limit.by ?? namedAccount)(request)
    // Whoever overdoes it alone is stopped first, and takes nothing from those behind the same address.
    const wait =
      (visitor ? limiter.take(`${route} visitor ${visitor}`, limit.visitor ?? 0) : 0) ||
      Math.max(
        limiter.take(`${route} ${request.address}`, limit.address),
        subject ? limiter.take(`${route} subject ${subject}`, limit.subject) : 0,
      )
    if (wait === 0) return
    reply.header('retry-after', String(wait))
    throw tooMany(wait)
  })
}

function countRequests(app: App, metrics: Metrics) {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1_000)
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
