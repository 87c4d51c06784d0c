import { databaseOf } from '../../platform/database/of.js'
import type { Platform } from '../../platform/platform.js'

/** Whoever holds a file's address may read it: the key in it cannot be guessed, and names no account. */
export function findServedFile(platform: Platform, key: string) {
  return databaseOf(platform)
    .db.selectFrom('files')
    .select(['filename', 'content_type'])
    .where('unique_filename', '=', key)
    .executeTakeFirst()
}
