import type { Kysely } from 'kysely'
import type { AccountTransaction } from '../account.js'
import type { Platform } from '../platform.js'
import type { Database } from './database.js'
import type { DB } from './tables.js'

export interface AttachedDatabase extends Database {
  /** A transaction over several accounts. Their broadcasts are sent after the commit. */
  transaction<T>(work: (tx: Kysely<DB>, account: (id: string) => AccountTransaction) => Promise<T>): Promise<T>
}

const databases = new WeakMap<Platform, AttachedDatabase>()

export function attachDatabase(platform: Platform, database: AttachedDatabase) {
  databases.set(platform, database)
}

/** Only for `unscoped.ts` files, the lookups that cross accounts. */
export function databaseOf(platform: Platform): AttachedDatabase {
  const database = databases.get(platform)
  if (!database) throw new Error('this platform has no database')
  return database
}
