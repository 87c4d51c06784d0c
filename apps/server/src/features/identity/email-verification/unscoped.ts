import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** The link's token is the only proof. */
export function findByVerificationToken(platform: Platform, token_hash: Buffer) {
  return databaseOf(platform)
    .db.selectFrom('users')
    .select(['id', 'account_id', 'email_confirmed_at', 'email_confirmation_sent_at', 'disabled_at', 'archived_at'])
    .where('email_confirmation_token_hash', '=', token_hash)
    .executeTakeFirst()
}
