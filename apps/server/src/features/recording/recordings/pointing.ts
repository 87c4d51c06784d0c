import type { Account } from '../../../platform/account.js'
import { broadcastToWatchers } from './relay.js'

/** Agents may point only after the visitor agreed, in this session. */
export async function agreeToPointing(account: Account, session_id: string, agreed: boolean) {
  await account.update('browser_sessions').set({ pointing_agreed: agreed }).where('id', '=', session_id).execute()
  broadcastToWatchers(account, session_id, { agreed })
}

export async function hasAgreedToPointing(account: Account, session_id: string) {
  const session = account.from('browser_sessions').select('pointing_agreed').where('id', '=', session_id)
  return (await session.executeTakeFirst())?.pointing_agreed === true
}
