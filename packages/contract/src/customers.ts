import { Type, type Static } from 'typebox'
import { CalendarDate, Instant, Metadata, Nullable, Timestamp, Uuid } from './scalars.js'

const text = Nullable(Type.String())

const basics = {
  id: Uuid,
  object: Type.Literal('customer'),
  name: text,
  email: text,
  created_at: Timestamp,
  updated_at: Timestamp,
  phone: text,
  external_id: text,
  profile_photo_url: text,
  company_id: Nullable(Uuid),
  host: text,
  pathname: text,
  current_url: text,
  browser: text,
  os: text,
  metadata: Nullable(Metadata),
  title: Type.String(),
}

/** As it stands inside messages. */
export const CustomerBasic = Type.Object(basics)
export type CustomerBasic = Static<typeof CustomerBasic>

export const Customer = Type.Object({
  ...basics,
  first_seen: CalendarDate,
  last_seen_at: Nullable(Instant),
  ip: text,
  time_zone: text,
})
export type Customer = Static<typeof Customer>

/** What a customer's own browser is told about itself: nothing that the team or the server added. */
export const CustomerSelf = Type.Omit(Customer, ['ip', 'company_id'])
export type CustomerSelf = Static<typeof CustomerSelf>
