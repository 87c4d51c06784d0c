import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Data, Line, Metadata, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'
import { Ok } from '../../sessions.js'
import { SlackAuthorization, SlackThread } from '../../slack.js'

const SlackKind = Type.Optional(Type.Union([Type.Literal('reply'), Type.Literal('support')]))
const code = Type.String({ minLength: 1, maxLength: 1_000 })

/** Without a value, `inbox_id` asks for connections without an inbox. */
const filters = {
  type: SlackKind,
  inbox_id: Omittable(Uuid),
  channel_id: Type.Optional(Line),
  team_id: Type.Optional(Line),
}

export const slackEndpoints = defineEndpoints({
  /** The variables that an operator has to set before anybody can connect. */
  'GET /api/slack/setup': {
    allow: 'user',
    response: { 200: Data(Type.Object({ missing: Type.Array(Type.String()) })) },
  },

  /** Begins a connection: the page of Slack to open. */
  'POST /api/slack/oauth': {
    allow: 'admin',
    body: Type.Object({ type: SlackKind, inbox_id: Omittable(Uuid) }),
    response: { 200: Data(Type.Object({ url: Type.String() })) },
  },

  /** Ends it, with what Slack sent back. The state says the type and the inbox; if they are given too, they have to fit. */
  'GET /api/slack/oauth': {
    allow: 'admin',
    query: Type.Object({
      code,
      state: code,
      type: SlackKind,
      inbox_id: Omittable(Uuid),
      redirect_url: Type.Optional(Line),
    }),
    response: { 200: Data(Ok) },
  },

  'GET /api/slack/authorization': {
    allow: 'user',
    query: Type.Object(filters),
    response: { 200: Data(Nullable(SlackAuthorization)) },
  },

  'GET /api/slack/authorizations': {
    allow: 'user',
    query: Type.Object(filters),
    response: { 200: Data(Type.Array(SlackAuthorization)) },
  },

  /** The given object replaces the old one: a setting that is left out returns to true. */
  'POST /api/slack/authorizations/:id/settings': {
    allow: 'admin',
    params: ById,
    body: Type.Object({
      settings: Type.Object({
        sync_all_incoming_threads: Type.Optional(Type.Boolean()),
        sync_by_emoji_tagging: Type.Optional(Type.Boolean()),
      }),
    }),
    response: { 200: Data(SlackAuthorization) },
  },

  'DELETE /api/slack/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  /** The channels that the connection can see. */
  'GET /api/slack/channels': {
    allow: 'admin',
    query: Type.Object({ authorization_id: Uuid }),
    response: { 200: Data(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))) },
  },

  /**
   * Posts a text to a channel of the connected Slack, without a channel to that of the connection. The answer is Slack's,
   * or null if nothing was posted.
   */
  'POST /api/slack/notify': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' }),
      type: SlackKind,
      channel: Omittable(Line),
    }),
    response: { 200: Data(Nullable(Metadata)) },
  },

  'GET /api/slack_conversation_threads': {
    allow: 'user',
    query: Type.Object({ conversation_id: Uuid }),
    response: { 200: Data(Type.Array(SlackThread)) },
  },
})
