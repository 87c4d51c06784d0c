/** `created_at` and `updated_at`: UTC, whole seconds, no zone. */
export const toTimestamp = (date: Date) => date.toISOString().slice(0, 19)

/** Every other instant: the same with a Z. */
export const toInstant = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

export const toInstantOrNull = (date: Date | null) => (date ? toInstant(date) : null)
