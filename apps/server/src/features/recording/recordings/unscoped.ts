import { sql } from 'kysely'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Chunks whose bytes should be in files by now, oldest first. */
export async function findDueChunks(platform: Platform, limit: number, except: string[]) {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from recording_chunks where stored_at is null and not id = any(${except}::uuid[])
      and (closed_at is not null or updated_at < now() - interval '2 minutes')
    order by updated_at limit ${limit}`.execute(databaseOf(platform).db)
  return rows
}

export async function findAccountsWithRecordings(platform: Platform) {
  const chunks = databaseOf(platform).db.selectFrom('recording_chunks').select('account_id').distinct()
  return (await chunks.execute()).map(({ account_id }) => account_id)
}
