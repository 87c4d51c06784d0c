import { Type, type TSchema } from 'typebox'

export const Uuid = Type.String({ format: 'uuid' })
export const UserId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** `created_at` and `updated_at`: UTC to the second, with no zone suffix. Deployed clients add the Z themselves. */
export const Timestamp = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$' })
/** Every other instant: UTC to the second, ending in Z. */
export const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' })
export const CalendarDate = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })

/** An instant as clients may send it: ISO 8601, with or without an offset (none means UTC). */
export const InstantInput = Type.String({ format: 'date-time' })

/** An instant that cannot be removed. */
export const FilledInstant = Type.String({ format: 'date-time', pattern: '\\S' })

/** Any keys and values, stored as they are. */
export const Metadata = Type.Record(Type.String(), Type.Unknown())

/** One line of text. */
export const Line = Type.String({ maxLength: 255 })

/** A line that is not blank. */
export const FilledLine = Type.String({ maxLength: 255, pattern: '\\S' })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** A field that may be left out or be null. */
export const Omittable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))
/** Optional text. Deployed widgets send numbers and booleans where text belongs; the server reads them as text. */
export const LenientText = Omittable(Type.Unsafe<string>({ type: 'string', lenient: true, maxLength: 20_000 }))
/** The parameters of a path that ends in one id. */
export const ById = Type.Object({ id: Uuid })
export const Count = Type.Object({ count: Type.Integer({ minimum: 0 }) })
/** The envelope of nearly every answer. */
export const Data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })
/** The usual answer to a call that is refused. */
export const Refusal = Type.Object({
  error: Type.Object({
    status: Type.Integer(),
    message: Type.String({ description: 'For people.' }),
    errors: Type.Optional(Type.Unknown({ description: 'The messages for each field.' })),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds to wait.' })),
  }),
})
/** An answer without a body. */
export const Nothing = Type.Unsafe<unknown>(Type.Null())
/** An answer that is a file, sent as a stream. */
export const Download = Type.Unsafe<unknown>(Type.String())
