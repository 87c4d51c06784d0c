import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'

/** The database announces it: tokens die and sockets close in every process. */
export async function endSession(account: Account, session_id: string) {
  const session = account.update('sessions').set({ revoked_at: new Date() })
  await session.where('id', '=', session_id).where('revoked_at', 'is', null).execute()
}

/** One of somebody's own. */
export async function endOwnSession(account: Account, user_id: number, session_id: string) {
  const session = account.update('sessions').set({ revoked_at: new Date() })
  const { numUpdatedRows } = await session
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Session')
}

/** Everywhere, or everywhere else. Returns the ids of the sessions that ended. */
export async function endSessionsOf(account: Account, user_id: number, { except }: { except?: string } = {}) {
  const sessions = account.update('sessions').set({ revoked_at: new Date() })
  const open = sessions.where('user_id', '=', user_id).where('revoked_at', 'is', null)
  const ended = await (except ? open.where('id', '!=', except) : open).returning('id').execute()
  return ended.map(({ id }) => id)
}
