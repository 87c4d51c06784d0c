import type { Audience } from '@papercups/contract'
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

/** What a feature's `routes` are handed: Fastify, with bodies typed by their schemas. Paths are whole, from the root. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may enter. Saying nothing stops the boot. */
    allow?: Audience
    /** How often one address, and one account or person, may call. Public routes without one get the general limit. */
    limit?: Limit
    /** A page or a file, not an answer of the API: no JSON, other headers. */
    page?: boolean
    /** A multipart body may have one file of at most so many bytes beside its fields. Elsewhere `bodyLimit` counts for all of it. */
    file_bytes?: number
    /** A multipart body is one file of at most so many bytes, and is handed over unread. */
    upload_bytes?: number
  }

  interface FastifyRequest {
    /** The signed-in user, or nobody: on public routes a bad token is no token. */
    caller: Caller | undefined
    /** The caller's account and person. Nobody signed in: refused. */
    readonly account: Account
    readonly user: Caller['user']
    /** Where the call comes from; the forwarded one only behind a trusted proxy. */
    readonly address: string
    /** Another site than ours on whose page the caller's browser is; undefined where there is none. */
    readonly site: string | undefined
  }

  interface FastifyInstance {
    platform: Platform
  }
}
