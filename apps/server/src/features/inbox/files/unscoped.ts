import { sql } from 'kysely'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Anybody with a file's URL may read it: its key cannot be guessed and names no account. */
export function findServedFile(platform: Platform, key: string) {
  return databaseOf(platform)
    .db.selectFrom('files')
    .select(['filename', 'content_type'])
    .where('unique_filename', '=', key)
    .executeTakeFirst()
}

export async function findAccountsWithUnattached(platform: Platform) {
  const files = databaseOf(platform).db.selectFrom('files').select('account_id').distinct()
  const old = await files.where('unattached_since', '<', sql<Date>`now() - interval '1 day'`).execute()
  return old.map(({ account_id }) => account_id)
}

const TODAY = sql<string>`(now() at time zone 'utc')::date`

/** Adds to today's bytes of each key and returns the new sums. Keys are sorted, so that two calls cannot deadlock. */
export async function changeUsage(platform: Platform, keys: string[], bytes: number): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; bytes: string }>`
    insert into upload_usage (key, day, bytes)
    select key, ${TODAY}, greatest(0, ${bytes}::bigint) from unnest(${keys.toSorted()}::text[]) as key
    on conflict (key, day) do update set bytes = greatest(0, upload_usage.bytes + ${bytes}::bigint)
    returning key, bytes::text`.execute(databaseOf(platform).db)
  return new Map(rows.map((row) => [row.key, Number(row.bytes)]))
}

export async function forgetOldUsage(platform: Platform) {
  await sql`delete from upload_usage where day < ${TODAY}`.execute(databaseOf(platform).db)
}
