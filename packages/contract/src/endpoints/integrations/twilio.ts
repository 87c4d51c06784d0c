import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Data, Metadata, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'
import {
  NewSms,
  NewSmsConversation,
  NewTwilioAuthorization,
  TwilioAuthorization,
  TwilioConnected,
} from '../../twilio.js'

export const twilioEndpoints = defineEndpoints({
  /** Connects an inbox, or changes the connection `id`, after Twilio has accepted the details. */
  'POST /api/twilio/auth': {
    allow: 'admin',
    body: Type.Object({ authorization: NewTwilioAuthorization }),
    response: { 200: Data(TwilioConnected) },
  },

  /** Without a value, `inbox_id` asks for a connection without an inbox. */
  'GET /api/twilio/authorization': {
    allow: 'user',
    query: Type.Object({ inbox_id: Omittable(Uuid) }),
    response: { 200: Data(Nullable(TwilioAuthorization)) },
  },

  'DELETE /api/twilio/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  /** Sends one SMS at once, and stores it in the conversation with that number. The answer is Twilio's. */
  'POST /api/twilio/send': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: NewSms,
    response: { 200: Data(Metadata) },
  },

  /** Starts a conversation by SMS, or continues the one with that number. */
  'POST /api/twilio/conversations': {
    allow: 'user',
    body: NewSmsConversation,
    response: { 201: Data(Type.Object({ conversation_id: Uuid, message_id: Uuid })) },
  },
})
