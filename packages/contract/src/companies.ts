import { Type, type Static } from 'typebox'
import { FilledLine, Line, Metadata, Nullable, Timestamp, Uuid } from './scalars.js'

const text = Nullable(Type.String())

/** A company that customers work for. */
export const Company = Type.Object({
  id: Uuid,
  object: Type.Literal('company'),
  name: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  account_id: Uuid,
  external_id: text,
  website_url: text,
  description: text,
  logo_image_url: text,
  industry: text,
  slack_channel_id: text,
  slack_channel_name: text,
  slack_team_id: text,
  slack_team_name: text,
  metadata: Nullable(Metadata),
})
export type Company = Static<typeof Company>

/** One page. `next` is the `after` of the following page. */
export const CompanyPage = Type.Object({ data: Type.Array(Company), next: Nullable(Type.String()) })
export type CompanyPage = Static<typeof CompanyPage>

const line = Type.Optional(Nullable(Line))
const address = Type.Optional(Nullable(Type.String({ maxLength: 2_000 })))

export const NewCompany = Type.Object({
  name: FilledLine,
  external_id: line,
  website_url: address,
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  logo_image_url: address,
  industry: line,
  slack_channel_id: line,
  slack_channel_name: line,
  slack_team_id: line,
  slack_team_name: line,
  metadata: Type.Optional(Nullable(Metadata)),
})
export type NewCompany = Static<typeof NewCompany>

export const CompanyChanges = Type.Partial(NewCompany)
export type CompanyChanges = Static<typeof CompanyChanges>
