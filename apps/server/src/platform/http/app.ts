import type { Audience, PublicApi } from '@papercups/contract'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Account } from '../account.js'
import type { Caller } from '../feature.js'
import type { Platform } from '../platform.js'
import type { Limit } from './rate-limit.js'

export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

/** Fastify with bodies typed by their schemas, passed to a feature's `routes`. Paths are absolute. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. Required: a route without it stops the boot. */
    allow?: Audience
    /** A route of `/api/v1`: it takes an API key instead of a session, and the key needs this scope. */
    key_scope?: PublicApi['scope']
    /** Calls per IP, and per account or person. Public routes without it get the general limit. */
    limit?: Limit
    /** A page or a file instead of an API response: no JSON, other headers. */
    page?: boolean
    /** The largest file in a multipart body, beside its fields. Without it `bodyLimit` applies to the whole body. */
    file_bytes?: number
    /** How many files a multipart body may have. One by default. */
    files?: number
    /** A `text/plain` body is JSON. Beacons send it so that browsers do not ask for permission first. */
    text_is_json?: boolean
    /** Each character of a form field is one byte, for fields in an unknown charset. */
    fields_as_latin1?: boolean
    /** The multipart body is one file of at most this size, passed on as a stream. */
    upload_bytes?: number
  }

  interface FastifyRequest {
    /** The signed-in user. Public routes ignore a bad token. */
    caller: Caller | undefined
    /** The caller's account and user. Throws 401 when nobody is signed in. */
    readonly account: Account
    readonly user: Caller['user']
    /** The site whose page makes the call, if it is not ours. */
    readonly site: string | undefined
  }

  interface FastifyInstance {
    platform: Platform
  }
}
