import type { Redis } from 'ioredis'
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { isRolledBack } from './is-unavailable.js'

export interface RedisOptions {
  url: string
  /** Of `findInstall`. */
  install: string
}

/** Database numbers keep keys apart but no pub/sub channels, so the number is part of every name. */
export const redisPrefix = ({ options }: Redis, install: string) => `papercups:${options.db ?? 0}:${install}:`

/**
 * Names this install in Redis, the same in all of its processes. Several installs may share a Redis, and one may have been
 * restored from a dump of another. So the name says which database of which PostgreSQL server it is. That leaves copies of
 * the server's own files: they differ by the database number in REDIS_URL only.
 */
export async function findInstall(pool: pg.Pool, key: Buffer) {
  const { rows } = await pool.query<{ oid: number }>('select oid from pg_database where datname = current_database()')
  return createHmac('sha256', key)
    .update(`${await readSystem(pool)} ${rows[0]?.oid}`)
    .digest('base64url')
    .slice(0, 12)
}

/** Some services hide it. The key still tells installs apart that were not copied from each other. */
async function readSystem(pool: pg.Pool) {
  const sql = 'select system_identifier::text as id from pg_control_system()'
  const { rows } = await pool.query<{ id: string }>(sql).catch((error: unknown) => {
    if (isRolledBack(error)) return { rows: [] }
    throw error
  })
  return rows[0]?.id ?? ''
}
