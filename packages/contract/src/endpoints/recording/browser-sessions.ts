import { Type } from 'typebox'
import {
  BrowserSession,
  BrowserSessionChanges,
  BrowserSessionDetails,
  BrowserSessionFilters,
  ExpandedBrowserSession,
  ListedBrowserSession,
} from '../../browser-sessions.js'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Count, Data, LenientText, Nothing, Omittable } from '../../scalars.js'
import { ProofFields } from '../../widget-security.js'

export const MAX_BROWSER_SESSIONS = 500

/** Beacons say when they were sent, in milliseconds. They may arrive in another order. */
const Sent = Type.Object({ _: LenientText })

export const browserSessionsEndpoints = defineEndpoints({
  'POST /api/browser_sessions': {
    allow: 'public',
    body: Type.Object({
      browser_session: Type.Object({
        ...BrowserSessionDetails.properties,
        account_id: LenientText,
        customer_id: LenientText,
      }),
      ...ProofFields,
    }),
    response: { 201: Data(BrowserSession) },
  },

  'GET /api/browser_sessions/:id/exists': {
    allow: 'public',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Data(Type.Boolean()) },
  },

  'POST /api/browser_sessions/:id/finish': {
    allow: 'public',
    params: ById,
    query: Sent,
    response: { 200: Data(BrowserSession) },
  },

  'POST /api/browser_sessions/:id/restart': {
    allow: 'public',
    params: ById,
    query: Sent,
    response: { 200: Data(BrowserSession) },
  },

  'POST /api/browser_sessions/:id/identify': {
    allow: 'public',
    params: ById,
    body: Type.Object({ customer_id: LenientText, ...ProofFields }),
    response: { 200: Data(BrowserSession) },
  },

  'GET /api/browser_sessions': {
    allow: 'user',
    query: Type.Object({
      ...BrowserSessionFilters.properties,
      limit: Omittable(Type.Integer({ minimum: 1, maximum: MAX_BROWSER_SESSIONS })),
    }),
    response: { 200: Data(Type.Array(ListedBrowserSession)) },
  },

  'GET /api/browser_sessions/count': {
    allow: 'user',
    query: BrowserSessionFilters,
    response: { 200: Data(Count) },
  },

  'GET /api/browser_sessions/:id': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ExpandedBrowserSession) },
  },

  'PUT /api/browser_sessions/:id': {
    allow: 'user',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ browser_session: BrowserSessionChanges }),
    response: { 200: Data(BrowserSession) },
  },

  'DELETE /api/browser_sessions/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },
})
