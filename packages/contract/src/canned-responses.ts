import { Type, type Static } from 'typebox'
import { FilledLine, Timestamp, Uuid } from './scalars.js'

/** The dashboard calls it a saved reply. Users type its name after a slash. */
export const CannedResponse = Type.Object({
  id: Uuid,
  object: Type.Literal('canned_response'),
  name: Type.String(),
  content: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type CannedResponse = Static<typeof CannedResponse>

export const NewCannedResponse = Type.Object({
  name: FilledLine,
  content: Type.String({ maxLength: 20_000, pattern: '\\S' }),
})
export type NewCannedResponse = Static<typeof NewCannedResponse>

export const CannedResponseChanges = Type.Partial(NewCannedResponse)
export type CannedResponseChanges = Static<typeof CannedResponseChanges>
