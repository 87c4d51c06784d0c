import { Type, type Static } from 'typebox'
import { Instant, Line, Nullable, Timestamp, UserId, Uuid } from './scalars.js'

export const Role = Type.Enum(['admin', 'user'])
export type Role = Static<typeof Role>

/** A person of the team. The three profile keys are absent until a profile exists. */
export const User = Type.Object({
  id: UserId,
  object: Type.Literal('user'),
  account_id: Uuid,
  email: Type.String(),
  created_at: Timestamp,
  disabled_at: Nullable(Instant),
  archived_at: Nullable(Instant),
  role: Role,
  full_name: Type.Optional(Nullable(Type.String())),
  display_name: Type.Optional(Nullable(Type.String())),
  profile_photo_url: Type.Optional(Nullable(Type.String())),
})
export type User = Static<typeof User>

export const Me = Type.Object({
  id: UserId,
  email: Type.String(),
  account_id: Uuid,
  role: Role,
  email_confirmed: Type.Boolean(),
  two_factor_enabled: Type.Boolean(),
})
export type Me = Static<typeof Me>

const optionalLine = Type.Optional(Nullable(Line))

/** The parts of a profile that users may change. */
export const ProfileChanges = Type.Object({
  full_name: optionalLine,
  display_name: optionalLine,
  profile_photo_url: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  slack_user_id: optionalLine,
})
export type ProfileChanges = Static<typeof ProfileChanges>

export const UserSettings = Type.Object({
  id: Uuid,
  object: Type.Literal('user_settings'),
  user_id: UserId,
  email_alert_on_new_message: Type.Boolean(),
  email_alert_on_new_conversation: Type.Boolean(),
  email_alert_on_mention: Type.Boolean(),
  email_weekly_summary: Type.Boolean(),
  expo_push_token: Nullable(Type.String()),
})
export type UserSettings = Static<typeof UserSettings>

/** Null puts a setting back to its default. */
export const UserSettingsChanges = Type.Object({
  email_alert_on_new_message: Type.Optional(Nullable(Type.Boolean())),
  email_alert_on_new_conversation: Type.Optional(Nullable(Type.Boolean())),
  email_alert_on_mention: Type.Optional(Nullable(Type.Boolean())),
  email_weekly_summary: Type.Optional(Nullable(Type.Boolean())),
  expo_push_token: optionalLine,
})
export type UserSettingsChanges = Static<typeof UserSettingsChanges>

/** Only in the answer that creates it, `id` is the token to join with. Later `id` only identifies the invitation. */
export const UserInvitation = Type.Object({
  id: Uuid,
  account_id: Uuid,
  expires_at: Instant,
  /** How many people may join with it; null means any number until it expires. */
  max_uses: Nullable(Type.Integer()),
  uses: Type.Integer(),
})
export type UserInvitation = Static<typeof UserInvitation>

/** Sent without the usual `data` envelope. */
export const OnboardingStatus = Type.Object({
  has_configured_inbox: Type.Boolean(),
  has_configured_profile: Type.Boolean(),
  has_invited_teammates: Type.Boolean(),
  has_integrations: Type.Boolean(),
  has_upgraded_subscription: Type.Boolean(),
})
export type OnboardingStatus = Static<typeof OnboardingStatus>
