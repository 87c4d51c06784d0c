import type { Account } from './account.js'
import type { Config } from './config.js'
import type { FileStore } from './files/file-store.js'
import type { Log } from './log.js'
import type { Mailer } from './mail/mailer.js'
import type { Realtime } from './realtime/topic.js'

/** The machinery that features run on. The database is not in it: that is reached through an account. */
export interface Platform {
  readonly config: Config
  readonly log: Log
  readonly files: FileStore
  readonly mail: Mailer
  readonly realtime: Realtime
  /**
   * Call it when a change of a user or a session is committed and before it is answered. When it resolves, every process
   * knows of the change, and none uses the old state any more.
   */
  settleChange(...keys: Array<`user:${number}` | `session:${string}`>): Promise<void>
  /** The secret of one purpose: tokens of one kind are worth nothing as another. */
  key(purpose: string): Buffer
  /** The world as that account sees it. Whether it exists is a question for `unscoped.ts`. */
  account(id: string): Account
}
