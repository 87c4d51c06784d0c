import type { Kysely } from 'kysely'
import type { Account } from '../account.js'
import type { Platform } from '../platform.js'
import type { Database } from './database.js'
import type { DB } from './tables.js'

export interface AttachedDatabase extends Database {
  /** An account's handle inside a transaction that began outside it. Nobody knows when that commits, so it is for rows
   *  and jobs only: what it broadcasts goes nowhere. */
  accountIn(tx: Kysely<DB>, id: string): Account
}

const databases = new WeakMap<Platform, AttachedDatabase>()

export function attachDatabase(platform: Platform, database: AttachedDatabase) {
  databases.set(platform, database)
}

/** For `unscoped.ts` files: the lookups that cross accounts. Nothing else may import this. */
export function databaseOf(platform: Platform): AttachedDatabase {
  const database = databases.get(platform)
  if (!database) throw new Error('this platform has no database')
  return database
}
