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

export const AccountBasic = Type.Object({
  object: Type.Literal('account'),
  id: Uuid,
  company_name: text,
  company_logo_url: text,
  time_zone: text,
  subscription_plan: text,
  settings: Nullable(AccountSettings),
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
  inbox_id: Nullable(Uuid),
})
export type WidgetSettings = Static<typeof WidgetSettings>

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
const optionalFlag = Type.Optional(Nullable(Type.Boolean()))

const SettingsChanges = Type.Object({
  disable_automated_reply_emails: optionalFlag,
  conversation_reminders_enabled: optionalFlag,
  conversation_reminder_hours_interval: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 8_760 }))),
  max_num_conversation_reminders: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
})

/**
 * What an admin may change. Working hours and settings replace what was there: a setting that is not sent becomes null.
 * What is left out of the account itself stays.
 */
export const AccountChanges = Type.Object({
  company_name: Type.Optional(Nullable(Line)),
  company_logo_url: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  time_zone: Type.Optional(Nullable(Line)),
  working_hours: Type.Optional(
    Nullable(Type.Array(Type.Object({ day: WorkingDay, start_minute: minute, end_minute: minute }), { maxItems: 50 })),
  ),
  settings: Type.Optional(Nullable(SettingsChanges)),
})
export type AccountChanges = Static<typeof AccountChanges>

/** What a widget is told of the company it speaks for: plan, hours and name, no settings. */
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

export const WidgetSettingsExpanded = Type.Object({ ...WidgetSettings.properties, account: AccountPublic })
export type WidgetSettingsExpanded = Static<typeof WidgetSettingsExpanded>
