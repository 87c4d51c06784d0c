import type { Tokens } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { forbidden, invalid, type FieldErrors } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { lockTeam } from '../../account/accounts/lock-team.js'
import { requireSeat, seatsOf } from '../../account/accounts/seats.js'
import { issueVerification } from '../../identity/email-verification/issue-verification.js'
import { hashInvitationToken } from '../invitations/queries.js'
import { createPrimaryInbox } from '../../account/inboxes/create-inbox.js'
import { isEmail } from '../../mail/mails/address.js'
import { mayMail } from '../../mail/mails/limits.js'
import { hashPassword } from '../../identity/passwords/passwords.js'
import { passwordComplaints } from '../../identity/passwords/rules.js'
import { startSession, type Device } from '../../identity/sessions/start-session.js'
import { emailIsTaken, findInvitation, foundAccount } from './unscoped.js'

export interface Registration {
  company_name?: string | null
  invite_token?: string | null
  email?: string | null
  password?: string | null
  password_confirmation?: string | null
}

/** The only keys that count are these; which account, and what role, follow from the invitation or its absence. */
export async function register(platform: Platform, registration: Registration, device: Device): Promise<Tokens> {
  const given_email = registration.email?.trim() ?? ''
  const email = canonicalEmail(given_email)
  const invited = registration.invite_token
    ? await openInvitation(platform, registration.invite_token, email)
    : undefined
  if (!invited && !platform.config.self_signup_enabled) throw forbidden('An invitation token is required to register')

  const company_name = registration.company_name?.trim() ?? ''
  if (!invited && !company_name) throw refuse({ company_name: ["can't be blank"] })
  const errors = { ...emailComplaints(given_email), ...(await passwordComplaints(registration)) }
  if (!errors.email && (await emailIsTaken(platform, email))) errors.email = ['has already been taken']
  if (Object.keys(errors).length > 0) throw refuse(errors)

  const password_hash = await hashPassword(registration.password ?? '')
  const person = { email, password_hash, verify: await mayMail(platform, 'verification', email, device.ip ?? '') }
  const [account, user_id] = invited
    ? [invited.account, await join(platform, invited, person)]
    : await found(platform, company_name, person)
  return startSession(platform, account, user_id, device)
}

async function found(platform: Platform, company_name: string, person: Person): Promise<[Account, number]> {
  const subscription_plan = platform.config.flags.billing_enabled ? 'starter' : 'team'
  const [id, user_id] = await foundAccount(platform, { company_name, subscription_plan }, async (account) => {
    const user_id = await insertUser(platform, account, person, 'admin')
    await createPrimaryInbox(account, company_name, user_id)
    return [account.id, user_id] as const
  })
  return [platform.account(id), user_id]
}

async function join(platform: Platform, { account, invitation_id }: Invited, person: Person) {
  const seats = await seatsOf(platform, account)
  return account.transaction(async (account) => {
    await countUse(account, invitation_id)
    if (seats !== undefined) await lockTeam(account)
    await requireSeat(account, seats)
    return insertUser(platform, account, person, 'user')
  })
}

interface Person {
  email: string
  password_hash: string
  /** Whether we may mail them a link. */
  verify: boolean
}

async function insertUser(platform: Platform, account: Account, person: Person, role: 'admin' | 'user') {
  const { email, password_hash, verify } = person
  const { id } = await account.insert('users', { email, password_hash, role }).returning('id').executeTakeFirstOrThrow()
  if (verify) await issueVerification(platform, account, { id, email })
  return id
}

interface Invited {
  account: Account
  invitation_id: string
}

async function openInvitation(platform: Platform, token: string, email: string): Promise<Invited> {
  const invitation = await findInvitation(platform, hashInvitationToken(token))
  if (!invitation) throw forbidden('Invalid invitation token')
  if (invitation.expires_at <= new Date()) throw forbidden('Invitation token has expired')
  if (invitation.email && invitation.email !== email) throw forbidden('This invitation is for another email address')
  const { id: invitation_id, account_id, max_uses, uses } = invitation
  if (max_uses !== null && uses >= max_uses) throw usedUp()
  return { account: platform.account(account_id), invitation_id }
}

const usedUp = () => forbidden('Invitation token has already been used')

/** Of two who come at the same moment with the last use, one finds it. */
async function countUse(account: Account, invitation_id: string) {
  const counted = await account
    .update('user_invitations')
    .set({ uses: sql<number>`uses + 1`, updated_at: new Date() })
    .where('id', '=', invitation_id)
    .where((e) => e.or([e('max_uses', 'is', null), e('uses', '<', e.ref('max_uses'))]))
    .executeTakeFirst()
  if (counted.numUpdatedRows === 0n) throw usedUp()
}

function emailComplaints(email: string): FieldErrors {
  if (!email) return { email: ["can't be blank"] }
  return isEmail(email) ? {} : { email: ['has invalid format'] }
}

const refuse = (errors: FieldErrors) => invalid(errors, "Couldn't create user")
