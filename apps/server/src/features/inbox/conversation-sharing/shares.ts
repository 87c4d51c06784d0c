import type { ConversationShare, CreatedShare } from '@papercups/contract'
import { randomBytes } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant, toTimestamp } from '../../../platform/wire-time.js'
import { getConversation } from '../conversations/queries.js'
import { hashToken } from '../../identity/sessions/tokens.js'

const SHARE_MS = 24 * 3_600_000

const SHARE_COLUMNS = ['id', 'created_at', 'expires_at', 'created_by'] as const

/** The token is random and stored as a hash, so the database does not reveal it. */
export async function createShare(account: Account, conversation_id: string, user_id: number): Promise<CreatedShare> {
  const { id } = await getConversation(account, conversation_id)
  const token = randomBytes(32).toString('base64url')
  const row = {
    conversation_id: id,
    token_hash: hashToken(token),
    created_by: user_id,
    expires_at: new Date(Date.now() + SHARE_MS),
  }
  const share = account.insert('conversation_shares', row).returning(SHARE_COLUMNS)
  return { ok: true, token, share: toShare(await share.executeTakeFirstOrThrow()) }
}

/** Links that still work, newest first. */
export async function listShares(account: Account, conversation_id: string): Promise<ConversationShare[]> {
  const { id } = await getConversation(account, conversation_id)
  const rows = await account
    .from('conversation_shares')
    .select(SHARE_COLUMNS)
    .where('conversation_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(toShare)
}

export async function revokeShare(account: Account, conversation_id: string, id: string) {
  const { numUpdatedRows } = await account
    .update('conversation_shares')
    .set({ revoked_at: new Date() })
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Share link')
}

interface ShareRow {
  id: string
  created_at: Date
  expires_at: Date
  created_by: number | null
}

const toShare = ({ id, created_at, expires_at, created_by }: ShareRow): ConversationShare => ({
  id,
  object: 'conversation_share',
  created_at: toTimestamp(created_at),
  expires_at: toInstant(expires_at),
  created_by,
})
