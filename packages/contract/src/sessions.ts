import { Type, type Static } from 'typebox'
import { Instant, Nullable, Timestamp, UserId, Uuid } from './scalars.js'

export const Tokens = Type.Object({ token: Type.String(), renew_token: Type.String() })
export type Tokens = Static<typeof Tokens>

export const RegistrationEmailed = Type.Object(
  { check_email: Type.Literal(true) },
  {
    description:
      'Only where a mail server is configured, whether or not the email has an account. The person gets an email with a link ' +
      'to finish the registration (POST /api/registration/confirm), or one that says that the account exists.',
  },
)
export type RegistrationEmailed = Static<typeof RegistrationEmailed>

export const Session = Type.Object({
  user_id: UserId,
  email: Type.String(),
  account_id: Uuid,
  token: Type.String(),
  renew_token: Type.String(),
})
export type Session = Static<typeof Session>

/** The password was right; a code from the person's authenticator app is still missing. */
export const SecondStep = Type.Object({
  two_factor_required: Type.Literal(true),
  two_factor_token: Type.String(),
})
export type SecondStep = Static<typeof SecondStep>

/** Only users who turned on the second step get it, so older clients are not affected. */
export const SignedIn = Type.Union([Session, SecondStep])
export type SignedIn = Static<typeof SignedIn>

/** A browser or app in which a user is signed in. */
export const ActiveSession = Type.Object({
  id: Uuid,
  /** Such as `Firefox on Linux`. */
  device: Type.String(),
  ip: Nullable(Type.String()),
  created_at: Timestamp,
  last_used_at: Instant,
  /** The session of this request. */
  current: Type.Boolean(),
})
export type ActiveSession = Static<typeof ActiveSession>

export const TwoFactorStatus = Type.Object({
  enabled: Type.Boolean(),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
})
export type TwoFactorStatus = Static<typeof TwoFactorStatus>

/** The secret for an authenticator app. Shown once, and active only after a code of the app confirmed it. */
export const TwoFactorSecret = Type.Object({ secret: Type.String(), otpauth_url: Type.String() })
export type TwoFactorSecret = Static<typeof TwoFactorSecret>

/** Each replaces one code at sign-in. Shown once. */
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const EmailVerified = Type.Object({ success: Type.Literal(true), message: Type.Optional(Type.String()) })
export type EmailVerified = Static<typeof EmailVerified>

/** The page signs in with this email right away. */
export const PasswordChanged = Type.Object({ success: Type.Literal(true), email: Type.String() })
export type PasswordChanged = Static<typeof PasswordChanged>

export const Ok = Type.Object({ ok: Type.Boolean() })
export type Ok = Static<typeof Ok>
