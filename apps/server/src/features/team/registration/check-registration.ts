import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { forbidden, invalid, type FieldErrors } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { passwordComplaints } from '../../identity/passwords/rules.js'
import { isEmail } from '../../mail/mails/address.js'
import { hashInvitationToken } from '../invitations/queries.js'
import { findInvitation, type InvitationRow } from './unscoped.js'

export interface Registration {
  company_name?: string | null
  invite_token?: string | null
  email?: string | null
  password?: string | null
  password_confirmation?: string | null
}

/** All other keys are ignored. The invitation, or its absence, decides the account and the role. */
export interface CheckedRegistration {
  email: string
  password: string
  /** The name of a new company, or the invitation to an existing one. */
  membership: Membership
  /** All problems except a taken email. */
  errors: FieldErrors
}

export type Membership = { company_name: string } | Invited

export interface Invited {
  account: Account
  invitation_id: string
  /** Null for an invitation that works for everybody who has the link. */
  invited_email: string | null
}

/** Does not look the email up: the answer must not depend on who has it. */
export async function checkRegistration(platform: Platform, registration: Registration): Promise<CheckedRegistration> {
  const given_email = registration.email?.trim() ?? ''
  const email = canonicalEmail(given_email)
  const membership = registration.invite_token
    ? await openInvitation(platform, registration.invite_token, email)
    : newCompany(platform, registration.company_name?.trim() ?? '')
  const errors = { ...emailComplaints(given_email), ...(await passwordComplaints(registration)) }
  return { email, password: registration.password ?? '', membership, errors }
}

function newCompany(platform: Platform, company_name: string) {
  if (!platform.config.self_signup_enabled) throw forbidden('An invitation token is required to register')
  if (!company_name) throw refuse({ company_name: ["can't be blank"] })
  return { company_name }
}

async function openInvitation(platform: Platform, token: string, email: string): Promise<Invited> {
  const invited = requireOpen(platform, await findInvitation(platform, { token_hash: hashInvitationToken(token) }))
  if (invited.invited_email && invited.invited_email !== email)
    throw forbidden('This invitation is for another email address')
  return invited
}

export function requireOpen(platform: Platform, invitation: InvitationRow | undefined): Invited {
  if (!invitation) throw forbidden('Invalid invitation token')
  if (invitation.expires_at <= new Date()) throw forbidden('Invitation token has expired')
  const { id: invitation_id, account_id, email: invited_email, max_uses, uses } = invitation
  if (max_uses !== null && uses >= max_uses) throw usedUp()
  return { account: platform.account(account_id), invitation_id, invited_email }
}

export const usedUp = () => forbidden('Invitation token has already been used')

function emailComplaints(email: string): FieldErrors {
  if (!email) return { email: ["can't be blank"] }
  return isEmail(email) ? {} : { email: ['has invalid format'] }
}

export const refuse = (errors: FieldErrors) => invalid(errors, "Couldn't create user")
