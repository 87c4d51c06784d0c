import { Type, type Static } from 'typebox'
import { Customer } from './customers.js'
import { Line, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'
import { User } from './users.js'

/** A note of the team about a customer, who never sees it. */
export const Note = Type.Object({
  id: Uuid,
  object: Type.Literal('note'),
  body: Type.String(),
  content_type: Type.String(),
  customer_id: Uuid,
  author_id: Nullable(UserId),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Note = Static<typeof Note>

/** A note in a list. The author is null if they have left the team. */
export const ListedNote = Type.Object({ ...Note.properties, author: Nullable(User), customer: Customer })
export type ListedNote = Static<typeof ListedNote>

/** One page. `next` is the `after_note_id` of the following page. */
export const NotePage = Type.Object({ data: Type.Array(ListedNote), next: Nullable(Type.String()) })
export type NotePage = Static<typeof NotePage>

const Words = Type.String({ maxLength: 20_000, pattern: '\\S' })

export const NewNote = Type.Object({ body: Words, customer_id: Uuid })
export type NewNote = Static<typeof NewNote>

export const NoteChanges = Type.Object({ body: Type.Optional(Words), content_type: Type.Optional(Line) })
export type NoteChanges = Static<typeof NoteChanges>

export const NoteFilters = Type.Object({
  customer_id: Omittable(Uuid),
  author_id: Omittable(UserId),
})
export type NoteFilters = Static<typeof NoteFilters>
