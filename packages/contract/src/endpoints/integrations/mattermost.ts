import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import {
  MattermostAccess,
  MattermostAuthorization,
  MattermostChannel,
  MattermostTest,
  NewMattermostAuthorization,
} from '../../mattermost.js'
import { ById, Data, Line, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'
import { Ok } from '../../sessions.js'

export const mattermostEndpoints = defineEndpoints({
  /** Connects an inbox, or changes the connection `id`. */
  'POST /api/mattermost/auth': {
    allow: 'admin',
    body: Type.Object({ authorization: NewMattermostAuthorization }),
    response: { 200: Data(Type.Object({ ok: Type.Boolean(), id: Uuid })) },
  },

  /** Without a value, `inbox_id` asks for a connection without an inbox. */
  'GET /api/mattermost/authorization': {
    allow: 'user',
    query: Type.Object({
      inbox_id: Omittable(Uuid),
      channel_id: Type.Optional(Line),
      team_id: Type.Optional(Line),
    }),
    response: { 200: Data(Nullable(MattermostAuthorization)) },
  },

  'GET /api/mattermost/channels': {
    allow: 'admin',
    query: MattermostAccess,
    response: { 200: Data(Type.Array(MattermostChannel)) },
  },

  /** Posts a short text to the channel. */
  'POST /api/mattermost/test': {
    allow: 'admin',
    body: Type.Object({ authorization: MattermostTest }),
    response: { 200: Data(Ok) },
  },

  'DELETE /api/mattermost/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },
})
