import { Type, type Static } from 'typebox'
import { FilledLine, Line, Nullable, Omittable, Timestamp, Uuid } from './scalars.js'

const text = Nullable(Type.String())
const Token = Omittable(Type.String({ maxLength: 1_000 }))

/** A connection to Discord. Of its token it says only that it is there, with dots. */
export const DiscordAuthorization = Type.Object({
  id: Uuid,
  object: Type.Literal('discord_authorization'),
  account_id: Uuid,
  inbox_id: Nullable(Uuid),
  bot_token: text,
  channel: text,
  channel_id: text,
  guild_name: text,
  guild_id: text,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type DiscordAuthorization = Static<typeof DiscordAuthorization>

const access = {
  /** Without a token, or with its dots, the token of this connection is used. */
  authorization_id: Omittable(Uuid),
  bot_token: Token,
}

export const DiscordAccess = Type.Object(access)
export type DiscordAccess = Static<typeof DiscordAccess>

export const DiscordTest = Type.Object({ ...access, channel_id: FilledLine })

export const NewDiscordAuthorization = Type.Object({
  id: Omittable(Uuid),
  inbox_id: Omittable(Uuid),
  bot_token: Token,
  channel_id: Omittable(Line),
})
export type NewDiscordAuthorization = Static<typeof NewDiscordAuthorization>

/** What a bot can do. */
export const DiscordBot = Type.Object({
  /** The page of Discord on which the bot is added to a server. */
  invite_url: Type.String(),
  /** Whether the bot may read what others write: its Message Content Intent. */
  can_read_messages: Type.Boolean(),
  /** The text channels of its servers. */
  channels: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), guild_id: Type.String(), guild_name: Type.String() }),
  ),
})
export type DiscordBot = Static<typeof DiscordBot>
