import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { GoogleAuthorization, GoogleClient } from '../../google.js'
import { ById, Data, FilledLine, Line, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'
import { Ok } from '../../sessions.js'

const text = Type.String({ minLength: 1, maxLength: 5_000 })
const which = { client: GoogleClient, type: Omittable(Line), inbox_id: Omittable(Uuid) }

export const googleEndpoints = defineEndpoints({
  /** The variables that an operator has to set before anybody can connect. */
  'GET /api/google/setup': {
    allow: 'user',
    response: { 200: Data(Type.Object({ missing: Type.Array(Type.String()) })) },
  },

  /**
   * Begins a connection: the page of Google to open. `type` is `support` or `personal` for Gmail. Only admins connect what is
   * not personal.
   */
  'GET /api/google/auth': {
    allow: 'user',
    query: Type.Object(which),
    response: { 200: Data(Type.Object({ url: Type.String() })) },
  },

  /** Ends it, with what Google sent back. */
  'GET /api/google/oauth': {
    allow: 'user',
    query: Type.Object({
      code: text,
      state: text,
      scope: Omittable(Type.String({ maxLength: 5_000 })),
      inbox_id: Omittable(Uuid),
    }),
    response: { 200: Data(Ok) },
  },

  /** Without an inbox, of the primary one. */
  'GET /api/google/authorization': {
    allow: 'user',
    query: Type.Object({ ...which, scope: Omittable(Type.String({ maxLength: 5_000 })) }),
    response: { 200: Data(Nullable(GoogleAuthorization)) },
  },

  /** A user disconnects their personal mailbox, an admin everything else. */
  'DELETE /api/google/authorizations/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },

  /** Asks Google for the address of the mailbox. `ok` is false if Google does not answer. */
  'GET /api/gmail/profile': {
    allow: 'user',
    query: Type.Object({ inbox_id: Omittable(Uuid) }),
    response: {
      200: Type.Object({ ok: Type.Boolean(), data: Nullable(Type.Object({ email: Type.String() })) }),
    },
  },

  /**
   * Sends a mail from the caller's own mailbox or, with `inbox_id` or without such a mailbox, from that of an inbox. `ok` is false
   * if Gmail refuses it. `from` is an alias of the mailbox; Gmail replaces others with the address of the mailbox.
   */
  'POST /api/gmail/send': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({
      to: Omittable(Line),
      recipient: Omittable(Line),
      from: Omittable(Line),
      subject: FilledLine,
      text: Omittable(Type.String({ maxLength: 100_000 })),
      message: Omittable(Type.String({ maxLength: 100_000 })),
      inbox_id: Omittable(Uuid),
    }),
    response: {
      200: Type.Object({
        ok: Type.Boolean(),
        data: Type.Optional(Type.Object({ id: Type.String(), threadId: Type.String() })),
      }),
    },
  },

  /** Google Cloud Pub/Sub reports new mail. The token is the one that the operator set. */
  'POST /api/gmail/push': {
    allow: 'public',
    query: Type.Object({ token: text }),
    body: Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 10_000 }) }) }),
    response: { 204: Nothing },
  },
})
