import { Type } from 'typebox'
import { DiscordAccess, DiscordAuthorization, DiscordBot, DiscordTest, NewDiscordAuthorization } from '../../discord.js'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Data, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'
import { Ok } from '../../sessions.js'

export const discordEndpoints = defineEndpoints({
  /** Connects an inbox, or changes the connection `id`. */
  'POST /api/discord/auth': {
    allow: 'admin',
    body: Type.Object({ authorization: NewDiscordAuthorization }),
    response: { 200: Data(Type.Object({ ok: Type.Boolean(), id: Uuid })) },
  },

  /** Without a value, `inbox_id` asks for a connection without an inbox. */
  'GET /api/discord/authorization': {
    allow: 'user',
    query: Type.Object({ inbox_id: Omittable(Uuid) }),
    response: { 200: Data(Nullable(DiscordAuthorization)) },
  },

  /** What a bot can do, and its channels. A POST, so that the token is in no URL. */
  'POST /api/discord/bot': {
    allow: 'admin',
    body: Type.Object({ authorization: DiscordAccess }),
    response: { 200: Data(DiscordBot) },
  },

  /** Posts a short text to the channel. */
  'POST /api/discord/test': {
    allow: 'admin',
    body: Type.Object({ authorization: DiscordTest }),
    response: { 200: Data(Ok) },
  },

  'DELETE /api/discord/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },
})
