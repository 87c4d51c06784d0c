import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A user who forgot their password knows their email, not their account. */
export const findActiveUser = (platform: Platform, email: string) =>
  activeUsers(platform).where('email', '=', email).executeTakeFirst()

/** The job that sends the email runs without an account. */
export const findActiveUserById = (platform: Platform, id: number) =>
  activeUsers(platform).where('id', '=', id).executeTakeFirst()

const activeUsers = (platform: Platform) =>
  databaseOf(platform)
    .db.selectFrom('users')
    .select(['id', 'account_id', 'email'])
    .where('disabled_at', 'is', null)
    .where('archived_at', 'is', null)

/** The link's token is the only proof. */
export function findByResetToken(platform: Platform, token_hash: Buffer) {
  return databaseOf(platform)
    .db.selectFrom('users')
    .select(['id', 'account_id', 'email', 'email_confirmed_at', 'password_reset_sent_at', 'disabled_at', 'archived_at'])
    .where('password_reset_token_hash', '=', token_hash)
    .executeTakeFirst()
}
