import { Type, type Static } from 'typebox'
import { Line, Nullable, Timestamp, Uuid } from './scalars.js'
import { User } from './users.js'

const text = Nullable(Type.String())

export const WorkingHours = Type.Object({
  day: Type.String(),
  start_minute: Type.Integer({ minimum: 0, maximum: 1440 }),
  end_minute: Type.Integer({ minimum: 0, maximum: 1440 }),
})
export type WorkingHours = Static<typeof WorkingHours>

export const AccountSettings = Type.Object({
  disable_automated_reply_emails: Nullable(Type.Boolean()),
  conversation_reminders_enabled: Nullable(Type.Boolean()),
  conversation_reminder_hours_interval: Nullable(Type.Integer()),
  max_num_conversation_reminders: Nullable(Type.Integer()),
})

export type AccountSettings = Static<typeof AccountSettings>

/** The languages of emails. */
export const Language = Type.Enum(['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'])
export type Language = Static<typeof Language>

export const AccountBasic = Type.Object({
  object: Type.Literal('account'),
  id: Uuid,
  company_name: text,
  company_logo_url: text,
  time_zone: text,
  subscription_plan: text,
  settings: Nullable(AccountSettings),
  /** The language of emails to the team. */
  language: Language,
  working_hours: Type.Array(WorkingHours),
  is_outside_working_hours: Type.Boolean(),
  current_minutes_since_midnight: Nullable(Type.Number()),
})
export type AccountBasic = Static<typeof AccountBasic>

export const WidgetSettings = Type.Object({
  id: Uuid,
  object: Type.Literal('widget_settings'),
  created_at: Timestamp,
  updated_at: Timestamp,
  title: text,
  subtitle: text,
  color: Type.String(),
  greeting: text,
  new_message_placeholder: text,
  show_agent_availability: Type.Boolean(),
  agent_available_text: text,
  agent_unavailable_text: text,
  require_email_upfront: Type.Boolean(),
  is_open_by_default: Type.Boolean(),
  custom_icon_url: text,
  iframe_url_override: text,
  icon_variant: Type.String(),
  email_input_placeholder: text,
  new_messages_notification_text: text,
  is_branding_hidden: Type.Boolean(),
  base_url: text,
  away_message: text,
  account_id: Uuid,
  inbox_id: Nullable(Uuid),
})
export type WidgetSettings = Static<typeof WidgetSettings>

const optionalLine = Type.Optional(Nullable(Line))
/** Part of the URL of the visitor's chat, where one character of some scripts takes nine bytes. */
const optionalWords = Type.Optional(Nullable(Type.String({ maxLength: 500 })))
const optionalUrl = Type.Optional(Nullable(Type.String({ maxLength: 2_000, pattern: '^(https?://\\S+)?$' })))
const optionalChoice = Type.Optional(Nullable(Type.Boolean()))

/** What an admin may change for one inbox (by default the primary one). Missing fields stay; a blank text removes it. */
export const WidgetSettingsChanges = Type.Object({
  inbox_id: Type.Optional(Nullable(Uuid)),
  title: optionalLine,
  subtitle: optionalLine,
  /** Hex, with or without its #, or a name. */
  color: Type.Optional(Nullable(Type.String({ pattern: '^(#?([0-9a-fA-F]{3}){1,2}|[a-zA-Z]{3,30})?$' }))),
  greeting: optionalWords,
  away_message: optionalWords,
  new_message_placeholder: optionalLine,
  email_input_placeholder: optionalLine,
  new_messages_notification_text: optionalLine,
  show_agent_availability: optionalChoice,
  agent_available_text: optionalLine,
  agent_unavailable_text: optionalLine,
  require_email_upfront: optionalChoice,
  is_open_by_default: optionalChoice,
  is_branding_hidden: optionalChoice,
  icon_variant: Type.Optional(Nullable(Type.Enum(['outlined', 'filled']))),
  custom_icon_url: optionalUrl,
  iframe_url_override: optionalUrl,
  base_url: optionalUrl,
})
export type WidgetSettingsChanges = Static<typeof WidgetSettingsChanges>

export const AccountDetails = Type.Object({
  ...AccountBasic.properties,
  users: Type.Array(User),
  widget_settings: Type.Array(WidgetSettings),
})
export type AccountDetails = Static<typeof AccountDetails>

/** The days that one entry of the working hours covers. */
export const WorkingDay = Type.Enum([
  'everyday',
  'weekdays',
  'weekends',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
])
export type WorkingDay = Static<typeof WorkingDay>

const minute = Type.Integer({ minimum: 0, maximum: 1440 })
/** An end before the start is on the next day. */
const WorkingHoursChanges = Type.Object({
  /** Also as a number: 0 is Sunday, 6 is Saturday. */
  day: Type.Union([Type.Integer({ minimum: 0, maximum: 6 }), WorkingDay]),
  start_minute: minute,
  end_minute: minute,
})

const optionalFlag = Type.Optional(Nullable(Type.Boolean()))

const SettingsChanges = Type.Object({
  disable_automated_reply_emails: optionalFlag,
  conversation_reminders_enabled: optionalFlag,
  conversation_reminder_hours_interval: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 8_760 }))),
  max_num_conversation_reminders: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
})

/**
 * What an admin may change. Working hours and settings are replaced as a whole: a missing setting becomes null. Other
 * missing fields stay.
 */
export const AccountChanges = Type.Object({
  company_name: Type.Optional(Nullable(Line)),
  company_logo_url: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  time_zone: Type.Optional(Nullable(Line)),
  working_hours: Type.Optional(Nullable(Type.Array(WorkingHoursChanges, { maxItems: 50 }))),
  settings: Type.Optional(Nullable(SettingsChanges)),
  language: Type.Optional(Nullable(Language)),
})
export type AccountChanges = Static<typeof AccountChanges>

/** The company as the widget sees it: plan, working hours and name, no settings. */
export const AccountPublic = Type.Pick(AccountBasic, [
  'object',
  'id',
  'company_name',
  'company_logo_url',
  'time_zone',
  'subscription_plan',
  'working_hours',
  'is_outside_working_hours',
  'current_minutes_since_midnight',
])
export type AccountPublic = Static<typeof AccountPublic>

/** A user as every visitor may see them: no id, email or role. */
export const TeamFace = Type.Object({
  display_name: Type.String(),
  profile_photo_url: Nullable(Type.String()),
})
export type TeamFace = Static<typeof TeamFace>

export const WidgetSettingsExpanded = Type.Object({
  ...WidgetSettings.properties,
  account: AccountPublic,
  /** Up to four active users who have a display name. Users with a photo come first. */
  team: Type.Array(TeamFace),
  /** Whether visitors of this account may upload files. */
  file_uploads_enabled: Type.Boolean(),
  /** Whether visitors of this inbox are asked to rate closed conversations. */
  ratings_enabled: Type.Boolean(),
})
export type WidgetSettingsExpanded = Static<typeof WidgetSettingsExpanded>
