import type { Audience } from '@papercups/contract'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyRequest, type RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Account } from '../account.js'
import { unauthenticated } from '../errors.js'
import type { Caller, Feature } from '../feature.js'
import type { Metrics } from '../metrics.js'
import type { Platform } from '../platform.js'
import { checkAnswers, requireDeclaredAnswers } from './answers.js'
import type { App } from './app.js'
import { authenticateRequests, type Authenticator } from './authenticate-requests.js'
import { acceptBodies, honourMethodOverride, parseQuery } from './body.js'
import { PUBLIC_BODY_BYTES, TEAM_BODY_BYTES } from './body-limits.js'
import { brokenRequests, refuseExpectations } from './broken-requests.js'
import { compressAnswers } from './compress.js'
import { pickDeclared } from './declared-fields.js'
import { documentApi } from './docs.js'
import { answerErrors } from './error-answers.js'
import { addHeaders } from './headers.js'
import { limitCalls, limitCallsBeforeBody } from './limit-calls.js'
import { limitKeys } from './limit-keys.js'
import { describeApi } from './openapi.js'
import type { RateLimiter } from './rate-limit.js'
import { siteOf } from './site.js'
import { parse, validatePath, validateQuery } from './validate.js'

export interface DeclaredRoute {
  method: string
  url: string
  allow: Audience
  /** It takes an API key instead of a session. */
  key: boolean
  page: boolean
  schema: RouteOptions['schema']
}

export interface HttpOptions {
  platform: Platform
  features: Feature[]
  metrics: Metrics
  limiter: RateLimiter
  /** Find the user of a token or an API key, from the current row. They throw a HttpError for a disabled user. */
  sessions: Authenticator
  keys: Authenticator
  /** Routes of the platform, such as `/health`. */
  plain(app: App): void
}

/** The HTTP server with the routes of all features, ready to listen. */
export async function createHttp(options: HttpOptions) {
  const { platform } = options
  const app = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.config.trust_proxy,
    bodyLimit: TEAM_BODY_BYTES,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 400,
      querystringParser: parseQuery,
    },
    genReqId: () => crypto.randomUUID(),
    ...brokenRequests,
  }) as unknown as App

  refuseExpectations(app.server)

  const declared: DeclaredRoute[] = []
  app.decorate('platform', platform)
  decorateRequests(app)
  app.setValidatorCompiler(({ schema, httpPart }) => (value: unknown) => {
    const fits = httpPart === 'body' ? parse : httpPart === 'querystring' ? validateQuery : validatePath
    try {
      return { value: fits(schema as never, value) }
    } catch (error) {
      return { error: error as Error }
    }
  })
  app.setSerializerCompiler(({ schema }) => {
    // Compiled with the first answer: compiling for all routes took a tenth of the start.
    return (answer) => JSON.stringify(pickDeclared(schema as TSchema)(answer))
  })

  await app.register(cookie)
  await compressAnswers(app)
  app.addHook('onRoute', (route) => declare(declared, route))
  addHeaders(app)
  countRequests(app, options.metrics)
  limitCallsBeforeBody(app, options.limiter)
  authenticateRequests(app, options)
  limitKeys(app, options.limiter)
  await acceptBodies(app)
  limitCalls(app, options.limiter)
  honourMethodOverride(app)
  answerErrors(app)
  requireDeclaredAnswers(app)
  if (platform.config.environment === 'test') checkAnswers(app)

  await describeApi(app)
  await app.register(async (scope) => {
    for (const feature of options.features) feature.routes?.(scope as unknown as App)
    options.plain(scope as unknown as App)
    documentApi(scope as unknown as App)
  })
  return { app, declared }
}

function declare(declared: DeclaredRoute[], route: RouteOptions) {
  const allow = route.config?.allow
  if (!allow) throw new Error(`${String(route.method)} ${route.url} does not say who may call it`)
  if (allow === 'public') route.bodyLimit ??= PUBLIC_BODY_BYTES
  if (!route.config?.page && !(route.schema as { response?: object } | undefined)?.response)
    throw new Error(`${String(route.method)} ${route.url} does not declare its response`)
  for (const method of [route.method].flat()) {
    if (method === 'HEAD') continue
    const { page = false, key_scope } = route.config ?? {}
    declared.push({ method, url: route.url, allow, key: key_scope !== undefined, page, schema: route.schema })
  }
}

function decorateRequests(app: App) {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('account', { getter: accountOf })
  app.decorateRequest('user', { getter: userOf })
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
