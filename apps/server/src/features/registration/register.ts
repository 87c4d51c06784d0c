import type { Tokens } from '@papercups/contract'
import type { Account } from '../../platform/account.js'
import { canonicalEmail } from '../../platform/canonical.js'
import { forbidden, invalid, type FieldErrors } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { lockTeam } from '../accounts/lock-team.js'
import { requireSeat, seatsOf } from '../accounts/seats.js'
import { issueVerification } from '../email-verification/issue-verification.js'
import { createPrimaryInbox } from '../inboxes/create-inbox.js'
import { isEmail } from '../mails/address.js'
import { mayMail } from '../mails/limits.js'
import { hashPassword } from '../passwords/passwords.js'
import { passwordComplaints } from '../passwords/rules.js'
import { startSession, type Device } from '../sessions/start-session.js'
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
  const email = canonicalEmail(registration.email ?? '')
  const invited = registration.invite_token
    ? await openInvitation(platform, registration.invite_token, email)
    : undefined
  if (!invited && !platform.config.self_signup_enabled) throw forbidden('An invitation token is required to register')

  const company_name = registration.company_name?.trim() ?? ''
  if (!invited && !company_name) throw refuse({ company_name: ["can't be blank"] })
  const errors = { ...emailComplaints(email), ...passwordComplaints(registration) }
  if (!errors.email && (await emailIsTaken(platform, email))) errors.email = ['has already been taken']
  if (Object.keys(errors).length > 0) throw refuse(errors)

  const password_hash = await hashPassword(registration.password ?? '')
  const person = { email, password_hash, verify: await mayMail(platform, 'verification', email, device.ip ?? '') }
  const [account, user_id] = invited
    ? [invited, await join(platform, invited, person)]
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

async function join(platform: Platform, account: Account, person: Person) {
  const seats = await seatsOf(platform, account)
  return account.transaction(async (account) => {
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

async function openInvitation(platform: Platform, token: string, email: string) {
  const invitation = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)
    ? await findInvitation(platform, token)
    : undefined
  if (!invitation) throw forbidden('Invalid invitation token')
  if (invitation.expires_at <= new Date()) throw forbidden('Invitation token has expired')
  if (invitation.email && invitation.email !== email) throw forbidden('This invitation is for another email address')
  return platform.account(invitation.account_id)
}

function emailComplaints(email: string): FieldErrors {
  if (!email) return { email: ["can't be blank"] }
  return isEmail(email) ? {} : { email: ['has invalid format'] }
}

const refuse = (errors: FieldErrors) => invalid(errors, "Couldn't create user")
