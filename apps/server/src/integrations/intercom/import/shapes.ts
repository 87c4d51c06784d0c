import { LenientText, Metadata, Omittable } from '@papercups/contract'
import { Type, type Static, type TSchema } from 'typebox'
import { HttpError, type FieldErrors } from '../../../platform/errors.js'
import { parse } from '../../../platform/http/validate.js'

/** Times of Intercom are seconds. */
const Seconds = Type.Integer({ minimum: 0, maximum: 9_999_999_999 })
const Id = Type.Unsafe<string>({ type: 'string', lenient: true, pattern: '\\S', maxLength: 255 })
const ListOf = <T extends TSchema>(schema: T) => Omittable(Type.Array(schema))

/** Intercom names only the first ten of a contact. */
const Ids = Omittable(Type.Object({ data: ListOf(Type.Object({ id: Id })) }))

/** What an import reads of https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts */
const Contact = Type.Object({
  id: Id,
  role: LenientText,
  external_id: LenientText,
  email: LenientText,
  name: LenientText,
  phone: LenientText,
  custom_attributes: Omittable(Metadata),
  tags: Ids,
  companies: Ids,
  created_at: Omittable(Seconds),
  updated_at: Omittable(Seconds),
  last_seen_at: Omittable(Seconds),
})
export type Contact = Static<typeof Contact>

const Author = Type.Object({ type: LenientText, id: LenientText, name: LenientText, email: LenientText })
export type Author = Static<typeof Author>

const Attachment = Type.Object({ name: LenientText, url: LenientText })
export type Attachment = Static<typeof Attachment>

const Part = Type.Object({
  id: Id,
  part_type: LenientText,
  body: Omittable(Type.String()),
  created_at: Seconds,
  author: Omittable(Author),
  attachments: ListOf(Attachment),
})
export type Part = Static<typeof Part>

/** What an import reads of https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations */
const Conversation = Type.Object({
  id: Id,
  title: LenientText,
  created_at: Seconds,
  updated_at: Seconds,
  state: LenientText,
  priority: LenientText,
  snoozed_until: Omittable(Seconds),
  admin_assignee_id: LenientText,
  tags: Omittable(Type.Object({ tags: ListOf(Type.Object({ name: LenientText })) })),
  contacts: Omittable(Type.Object({ contacts: ListOf(Type.Object({ id: Id })) })),
  source: Omittable(
    Type.Object({
      subject: LenientText,
      body: Omittable(Type.String()),
      author: Omittable(Author),
      attachments: ListOf(Attachment),
    }),
  ),
  statistics: Omittable(Type.Object({ last_close_at: Omittable(Seconds) })),
  conversation_parts: Omittable(Type.Object({ conversation_parts: ListOf(Part) })),
})
export type Conversation = Static<typeof Conversation>

/** A conversation in a list, without its parts. */
const Listed = Type.Object({ id: Id, updated_at: Seconds })

export const readContact = (value: unknown) => read(Contact, value)
export const readConversation = (value: unknown) => read(Conversation, value)
export const readListed = (value: unknown) => read(Listed, value)

/** The record itself is the reason that it cannot be imported. It is skipped and listed. */
export class BrokenRecord extends Error {}

function read<S extends TSchema>(schema: S, value: unknown): Static<S> {
  try {
    return parse(schema, value)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new BrokenRecord(firstOf(error.errors) ?? 'is no record of Intercom')
  }
}

function firstOf(errors: FieldErrors = {}, path: string[] = []): string | undefined {
  const [first] = Object.entries(errors)
  if (!first) return undefined
  const [key, reasons] = first
  const inside = [...path, key]
  return Array.isArray(reasons) ? `${inside.join('.')} ${reasons[0]}` : firstOf(reasons, inside)
}
