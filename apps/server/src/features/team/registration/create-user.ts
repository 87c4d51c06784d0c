import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { lockTeam } from '../../account/accounts/lock-team.js'
import { requireSeat, seatsOf } from '../../account/accounts/seats.js'
import { createPrimaryInbox } from '../../account/inboxes/create-inbox.js'
import { issueVerification } from '../../identity/email-verification/issue-verification.js'
import { usedUp, type Invited, type Membership } from './check-registration.js'
import { foundAccount } from './unscoped.js'
import { welcomeLater } from './welcome.js'

export interface NewUser {
  email: string
  password_hash: string
  /** Set if a link from an email proved that they read this mailbox. */
  email_confirmed_at: Date | null
  /** Whether to email them a verification link. */
  verify: boolean
}

/** The admin of a new company, or a member of the one that invited them. */
export async function createUser(platform: Platform, user: NewUser, membership: Membership) {
  return 'account' in membership ? join(platform, membership, user) : found(platform, membership.company_name, user)
}

async function found(platform: Platform, company_name: string, user: NewUser) {
  const subscription_plan = platform.config.flags.billing_enabled ? 'starter' : 'team'
  const [id, user_id] = await foundAccount(platform, { company_name, subscription_plan }, async (account) => {
    const user_id = await insertUser(platform, account, user, 'admin')
    await createPrimaryInbox(account, company_name, user_id)
    return [account.id, user_id] as const
  })
  return { account: platform.account(id), user_id }
}

async function join(platform: Platform, { account, invitation_id }: Invited, user: NewUser) {
  const seats = await seatsOf(platform, account)
  const user_id = await account.transaction(async (account) => {
    await countUse(account, invitation_id)
    if (seats !== undefined) await lockTeam(account)
    await requireSeat(account, seats)
    return insertUser(platform, account, user, 'user')
  })
  return { account, user_id }
}

async function insertUser(platform: Platform, account: Account, user: NewUser, role: 'admin' | 'user') {
  const { verify, ...row } = user
  const { id } = await account
    .insert('users', { ...row, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (verify) await issueVerification(platform, account, { id, email: user.email })
  await welcomeLater(platform, account, id)
  return id
}

/** If two people use the last use at the same moment, only one succeeds. */
async function countUse(account: Account, invitation_id: string) {
  const counted = await account
    .update('user_invitations')
    .set({ uses: sql<number>`uses + 1`, updated_at: new Date() })
    .where('id', '=', invitation_id)
    .where((e) => e.or([e('max_uses', 'is', null), e('uses', '<', e.ref('max_uses'))]))
    .executeTakeFirst()
  if (counted.numUpdatedRows === 0n) throw usedUp()
}
