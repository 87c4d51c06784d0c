import { Type, type Static } from 'typebox'
import {
  CalendarDate,
  FilledInstant,
  Instant,
  LenientText,
  Line,
  Metadata,
  Nullable,
  Omittable,
  Timestamp,
  Uuid,
} from './scalars.js'

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

/** A customer inside of a message. */
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

/** The customer for their own browser: nothing that the team or the server added. */
export const CustomerSelf = Type.Omit(Customer, ['ip', 'company_id'])
export type CustomerSelf = Static<typeof CustomerSelf>

const line = Type.Optional(Nullable(Line))

const address = Type.Optional(Nullable(Type.String({ maxLength: 2_000 })))
const pixels = Type.Optional(Nullable(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })))

/** What the team may change. Scripts that import customers also send what a browser would. */
export const CustomerChanges = Type.Object({
  name: line,
  email: line,
  phone: line,
  external_id: line,
  profile_photo_url: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  company_id: Type.Optional(Nullable(Uuid)),
  metadata: Type.Optional(Nullable(Metadata)),
  /** A date, or a time whose date is used. */
  first_seen: Type.Optional(FilledInstant),
  last_seen_at: Type.Optional(FilledInstant),
  browser: line,
  browser_version: line,
  browser_language: line,
  os: line,
  ip: line,
  host: line,
  lib: line,
  time_zone: line,
  current_url: address,
  pathname: address,
  screen_height: pixels,
  screen_width: pixels,
})
export type CustomerChanges = Static<typeof CustomerChanges>

const screenSize = Omittable(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }))

/** What a browser may send about its visitor. Unknown keys are dropped without an error. */
export const VisitorFields = Type.Object({
  name: LenientText,
  email: LenientText,
  phone: LenientText,
  external_id: LenientText,
  browser: LenientText,
  browser_version: LenientText,
  browser_language: LenientText,
  os: LenientText,
  current_url: LenientText,
  host: LenientText,
  pathname: LenientText,
  screen_height: screenSize,
  screen_width: screenSize,
  lib: LenientText,
  time_zone: LenientText,
  metadata: Omittable(Type.Union([Metadata, Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.Unknown())])),
})
export type VisitorFields = Static<typeof VisitorFields>
