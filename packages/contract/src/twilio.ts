import { Type, type Static } from 'typebox'
import { MAX_BODY } from './messages.js'
import { Line, Nullable, Omittable, Timestamp, Uuid } from './scalars.js'

/** A connection to Twilio. Of its auth token it says only that it is there, with dots. */
export const TwilioAuthorization = Type.Object({
  id: Uuid,
  object: Type.Literal('twilio_authorization'),
  account_id: Uuid,
  inbox_id: Nullable(Uuid),
  twilio_account_sid: Nullable(Type.String()),
  twilio_auth_token: Nullable(Type.String()),
  from_phone_number: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type TwilioAuthorization = Static<typeof TwilioAuthorization>

/** A field that is left out stays as it is. */
export const NewTwilioAuthorization = Type.Object({
  id: Omittable(Uuid),
  inbox_id: Omittable(Uuid),
  twilio_account_sid: Omittable(Line),
  twilio_auth_token: Omittable(Type.String({ maxLength: 1_000 })),
  /** In international format, for example `+15551234567`. */
  from_phone_number: Omittable(Line),
})
export type NewTwilioAuthorization = Static<typeof NewTwilioAuthorization>

/** Published dashboards read `ok` and `error`; the status is 200 in both cases. */
export const TwilioConnected = Type.Object({
  ok: Type.Boolean(),
  id: Type.Optional(Uuid),
  error: Type.Optional(Type.String()),
})

const body = Type.String({ minLength: 1, maxLength: MAX_BODY, pattern: '\\S' })

/** An SMS to any number. */
export const NewSms = Type.Object({ to: Line, body })
export type NewSms = Static<typeof NewSms>

/** An SMS to a customer: to the number on their page, or to a new one, which is stored there if there is none. */
export const NewSmsConversation = Type.Object({
  customer_id: Uuid,
  to: Omittable(Line),
  inbox_id: Omittable(Uuid),
  body,
})
export type NewSmsConversation = Static<typeof NewSmsConversation>
