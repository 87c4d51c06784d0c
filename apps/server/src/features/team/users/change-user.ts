import type { Role, User } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound, HttpError } from '../../../platform/errors.js'
import type { Caller } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { lockTeam } from '../../account/accounts/lock-team.js'
import { requireSeat, seatsOf } from '../../account/accounts/seats.js'
import { endSessionsOf } from '../../identity/sessions/end-session.js'
import { isDeleted } from './delete-self.js'
import { toUser, type UserRow } from './present.js'

/** Takes effect at once: tokens become invalid and sockets close. */
export function disableUser(platform: Platform, account: Account, admin: Caller['user'], id: number) {
  return changeColleague(platform, account, admin, id, async (account) => {
    await endSessionsOf(account, id)
    return { disabled_at: new Date() }
  })
}

export async function enableUser(platform: Platform, account: Account, admin: Caller['user'], id: number) {
  const seats = await seatsOf(platform, account)
  return changeColleague(platform, account, admin, id, async (account, before) => {
    if (before.disabled_at && !before.archived_at) await requireSeat(account, seats)
    return { disabled_at: null }
  })
}

export function archiveUser(platform: Platform, account: Account, admin: Caller['user'], id: number) {
  return changeColleague(platform, account, admin, id, async (account) => {
    await endSessionsOf(account, id)
    return { archived_at: new Date() }
  })
}

/** Restores an archived user, who can sign in again. The database refuses if somebody else has the email now. */
export async function restoreUser(platform: Platform, account: Account, admin: Caller['user'], id: number) {
  const seats = await seatsOf(platform, account)
  return changeColleague(platform, account, admin, id, async (account, before) => {
    if (isDeleted(before)) throw notFound('User')
    if (before.archived_at) await requireSeat(account, seats)
    return before.archived_at ? { archived_at: null, disabled_at: null } : {}
  })
}

export function changeRole(platform: Platform, account: Account, admin: Caller['user'], id: number, role: Role) {
  return changeColleague(platform, account, admin, id, async () => ({ role }))
}

type Change = { role?: Role; disabled_at?: Date | null; archived_at?: Date | null }

/**
 * Admins change others, never themselves, so an account cannot lose its last admin. The admin's role is checked again
 * under the lock, because two admins may be removing each other.
 */
async function changeColleague(
  platform: Platform,
  account: Account,
  admin: Caller['user'],
  id: number,
  change: (account: Account, before: UserRow) => Promise<Change>,
): Promise<User> {
  const user = await account.transaction(async (account) => {
    const { admins } = await lockTeam(account)
    if (!admins.includes(admin.id)) throw new HttpError(403, 'Unauthorized access')
    const before = await account.from('users').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw notFound('User')
    const changes = { ...(await change(account, before as UserRow)), updated_at: new Date() }
    const changed = account.update('users').set(changes).where('id', '=', id).returningAll()
    return toUser((await changed.executeTakeFirstOrThrow()) as UserRow)
  })
  await platform.settleChange(`user:${id}`)
  return user
}
