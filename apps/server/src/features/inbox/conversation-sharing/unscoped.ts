import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import { hashToken } from '../../identity/sessions/tokens.js'

/** The token identifies the conversation and its account. */
export async function findShare(platform: Platform, token: string) {
  const share = await databaseOf(platform)
    .db.selectFrom('conversation_shares')
    .select(['account_id', 'conversation_id', 'expires_at', 'revoked_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return share && { ...share, account: platform.account(share.account_id) }
}

/** Links are kept for a while after they expire, so that an old link says that it has expired. */
export async function deleteOldShares(platform: Platform) {
  const long_ago = new Date(Date.now() - 30 * 24 * 3_600_000)
  await databaseOf(platform).db.deleteFrom('conversation_shares').where('expires_at', '<', long_ago).execute()
}
