import type { Account } from './account.js'
import type { Config } from './config.js'
import type { FileStore } from './files/file-store.js'
import type { Log } from './log.js'
import type { Mailer } from './mail/mailer.js'
import type { Outbound } from './outbound/outbound.js'
import type { Realtime } from './realtime/topic.js'

export interface ApiCall {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

export interface ApiAnswer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** What features run on. It does not expose the database: use an account for that. */
export interface Platform {
  readonly config: Config
  readonly log: Log
  readonly files: FileStore
  readonly mail: Mailer
  /** For every URL that a user gave. */
  readonly outbound: Outbound
  readonly realtime: Realtime
  /** Calls our own API without the network, for functions of users. Undefined once the server stops. */
  callApi(call: ApiCall): Promise<ApiAnswer | undefined>
  /**
   * Call it after the commit of a change to a user, a session or an API key, before the response. When it resolves, no process uses
   * the old state any more.
   */
  settleChange(...keys: Array<`user:${number}` | `session:${string}` | `api_key:${string}`>): Promise<void>
  /** A key for one purpose, so that a token of one kind is not valid as another. */
  key(purpose: string): Buffer
  /** Does not check that the account exists; `unscoped.ts` does. */
  account(id: string): Account
}
