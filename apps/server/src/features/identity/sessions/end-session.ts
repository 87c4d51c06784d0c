import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'

/** A database trigger announces it: tokens become invalid and sockets close in every process. */
export async function endSession(account: Account, session_id: string) {
  const session = account.update('sessions').set({ revoked_at: new Date() })
  await session.where('id', '=', session_id).where('revoked_at', 'is', null).execute()
}

/** Only the user's own session. */
export async function endOwnSession(account: Account, user_id: number, session_id: string) {
  const session = account.update('sessions').set({ revoked_at: new Date() })
  const { numUpdatedRows } = await session
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Session')
}

/** All sessions, or all but one. Returns the ids of the ended sessions. */
export async function endSessionsOf(
  account: Account,
  user_id: number,
  { except }: { except?: string | undefined } = {},
) {
  const sessions = account.update('sessions').set({ revoked_at: new Date() })
  const open = sessions.where('user_id', '=', user_id).where('revoked_at', 'is', null)
  const ended = await (except ? open.where('id', '!=', except) : open).returning('id').execute()
  return ended.map(({ id }) => id)
}
