import { Type, type Static } from 'typebox'
import { FilledLine, Line, Nullable, Timestamp, Uuid } from './scalars.js'

export const Tag = Type.Object({
  id: Uuid,
  object: Type.Literal('tag'),
  created_at: Timestamp,
  updated_at: Timestamp,
  name: Type.String(),
  description: Nullable(Type.String()),
  /** The name of a preset colour or a hex value. */
  color: Nullable(Type.String()),
})
export type Tag = Static<typeof Tag>

export const NewTag = Type.Object({
  name: FilledLine,
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  color: Type.Optional(Nullable(Line)),
})
export type NewTag = Static<typeof NewTag>

export const TagChanges = Type.Partial(NewTag)
export type TagChanges = Static<typeof TagChanges>
