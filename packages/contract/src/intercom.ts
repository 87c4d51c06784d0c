import { Type, type Static } from 'typebox'
import { ContactEmail, ContactLine } from './account-authorization.js'
import { Instant, Nullable, Timestamp, Uuid } from './scalars.js'

export const NewIntercomContact = Type.Object({
  email: ContactEmail,
  name: ContactLine,
  first_name: ContactLine,
  last_name: ContactLine,
  phone: ContactLine,
  external_id: ContactLine,
  role: Type.Optional(Type.Enum(['user', 'lead'])),
})
export type NewIntercomContact = Static<typeof NewIntercomContact>

/** As Intercom has it, and its page there: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts */
export const IntercomContact = Type.Object(
  { id: Type.String(), intercom_profile_url: Type.String() },
  { additionalProperties: true },
)
export type IntercomContact = Static<typeof IntercomContact>

const Total = Type.Integer({ minimum: 0 })

/** People and conversations that are brought over from Intercom. */
export const IntercomImport = Type.Object({
  id: Uuid,
  object: Type.Literal('intercom_import'),
  state: Type.Enum(['running', 'stopped', 'done', 'failed']),
  phase: Type.Enum(['people', 'conversations', 'changes']),
  /** From 0 to 1. */
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  /** The records of Intercom that were looked at, and how many there are. */
  people_seen: Total,
  people_total: Nullable(Total),
  conversations_seen: Total,
  conversations_total: Nullable(Total),
  /** New or changed records that were stored. */
  people_count: Total,
  conversations_count: Total,
  messages_count: Total,
  skipped_count: Total,
  /** The first records that were skipped, and why. */
  problems: Type.Array(
    Type.Object({
      kind: Type.Enum(['contact', 'conversation']),
      intercom_id: Nullable(Type.String()),
      reason: Type.String(),
    }),
  ),
  /** Why it stopped or waits. */
  failure: Nullable(Type.String()),
  /** When a waiting import goes on. */
  retry_at: Nullable(Instant),
  created_at: Timestamp,
  ended_at: Nullable(Instant),
})
export type IntercomImport = Static<typeof IntercomImport>
