import { Type, type Static } from 'typebox'
import { Company } from './companies.js'
import { ConversationBasic } from './conversations.js'
import { Customer } from './customers.js'
import { Issue } from './issues.js'
import { MessageBasic } from './messages.js'
import { Note } from './notes.js'
import { Line, Nullable, Omittable, Uuid } from './scalars.js'
import { Tag } from './tags.js'

/** A customer in the list, with their latest conversation if there is one. */
export const ListedCustomer = Type.Object({ ...Customer.properties, conversations: Type.Array(ConversationBasic) })
export type ListedCustomer = Static<typeof ListedCustomer>

const Count = Type.Integer({ minimum: 0 })

export const CustomerPage = Type.Object({
  data: Type.Array(ListedCustomer),
  page_number: Count,
  page_size: Count,
  total_pages: Count,
  total_entries: Count,
  /** `total_entries` is a minimum, because counting all would take too long. */
  total_is_least: Type.Boolean(),
  /** Only with `order`, and for segments: the `after` that continues the search. Null if the whole list was searched. */
  next: Type.Optional(Nullable(Type.String())),
})
export type CustomerPage = Static<typeof CustomerPage>

/** A customer with the parts that `expand` names. */
export const CustomerProfile = Type.Object({
  ...Customer.properties,
  company: Type.Optional(Nullable(Company)),
  tags: Type.Optional(Type.Array(Tag)),
  notes: Type.Optional(Type.Array(Note)),
  conversations: Type.Optional(Type.Array(ConversationBasic)),
  messages: Type.Optional(Type.Array(MessageBasic)),
  issues: Type.Optional(Type.Array(Issue)),
})
export type CustomerProfile = Static<typeof CustomerProfile>

/** The filters of the customer list. An empty value means "not filtered". */
export const CustomerFilterFields = Type.Object({
  q: Omittable(Type.String({ maxLength: 500 })),
  company_id: Omittable(Uuid),
  tag_id: Omittable(Uuid),
  /** Customers need all of these tags. */
  tag_ids: Omittable(Type.Array(Uuid, { maxItems: 50 })),
  issue_id: Omittable(Uuid),
  /** Compares the whole text without case; `%` matches any characters. */
  name: Omittable(Line),
  email: Omittable(Line),
  phone: Omittable(Line),
  host: Omittable(Line),
  browser: Omittable(Line),
  os: Omittable(Line),
  time_zone: Omittable(Line),
  current_url: Omittable(Type.String({ maxLength: 2_000 })),
  pathname: Omittable(Type.String({ maxLength: 2_000 })),
  /** Compared exactly. */
  external_id: Omittable(Line),
  browser_version: Omittable(Line),
  browser_language: Omittable(Line),
  /** False: only customers with an email. */
  include_anonymous: Omittable(Type.Boolean()),
})

/** The filters with segments. */
export const CustomerQuery = Type.Object({
  ...CustomerFilterFields.properties,
  segment_id: Omittable(Uuid),
  /** The filter of an unsaved segment, as JSON. */
  filter: Omittable(Type.String({ maxLength: 8_000 })),
})
export type CustomerQuery = Static<typeof CustomerQuery>
