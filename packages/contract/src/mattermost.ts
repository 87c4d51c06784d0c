import { Type, type Static } from 'typebox'
import { FilledLine, Line, Nullable, Omittable, Timestamp, Uuid } from './scalars.js'

const text = Nullable(Type.String())
const Token = Omittable(Type.String({ maxLength: 1_000 }))
const Url = Type.String({ maxLength: 2_000 })

/** A connection to Mattermost. Of its tokens it says only that they are there, with dots. */
export const MattermostAuthorization = Type.Object({
  id: Uuid,
  object: Type.Literal('mattermost_authorization'),
  account_id: Uuid,
  inbox_id: Nullable(Uuid),
  mattermost_url: text,
  access_token: text,
  verification_token: text,
  channel: text,
  channel_id: text,
  team_name: text,
  team_id: text,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type MattermostAuthorization = Static<typeof MattermostAuthorization>

const access = {
  /** Without an access token, or with its dots, the token of this connection is used. It goes only to the server it is for. */
  authorization_id: Omittable(Uuid),
  mattermost_url: Url,
  access_token: Token,
}

export const MattermostAccess = Type.Object(access)
export type MattermostAccess = Static<typeof MattermostAccess>

export const MattermostTest = Type.Object({ ...access, channel_id: FilledLine })

export const NewMattermostAuthorization = Type.Object({
  id: Omittable(Uuid),
  inbox_id: Omittable(Uuid),
  mattermost_url: Omittable(Url),
  /** Of a bot account. */
  access_token: Token,
  /** Of the outgoing webhook. */
  verification_token: Token,
  channel_id: Omittable(Line),
  channel_name: Omittable(Line),
  team_id: Omittable(Line),
  team_domain: Omittable(Line),
})
export type NewMattermostAuthorization = Static<typeof NewMattermostAuthorization>

/** A public channel of a team of the bot. */
export const MattermostChannel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  display_name: Type.String(),
  team_id: Type.String(),
  team_name: Type.String(),
  team_display_name: Type.String(),
})
export type MattermostChannel = Static<typeof MattermostChannel>
