import { ApiError } from '@papercups/client-core'

export const GENERIC_FAILURE = 'Something went wrong. Please contact us or try again in a few minutes.'
export const UNREACHABLE = 'The server cannot be reached. Please check your connection and try again.'

/** The error text for users. */
export function describeError(error: unknown): string {
  const problems = Object.entries(invalidFields(error)).flatMap(([field, messages]) =>
    messages.length > 0 ? messages.map((message) => `${field} ${message}`) : [`invalid ${field}`],
  )
  if (problems.length > 0) return `Error: ${problems.join(', ')}`
  if (error instanceof Error && error.message) return error.message
  return error instanceof ApiError && error.status === 0 ? UNREACHABLE : GENERIC_FAILURE
}

/** The server's error for one field: "Name can't be blank". `label` is its name on the screen if it is another one. */
export function describeField(error: unknown, field: string, label = labelOf(field)): string | undefined {
  const problems = invalidFields(error)[field]
  return problems?.length ? `${label} ${problems.join(', ')}` : undefined
}

const labelOf = (field: string) => `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`

/** Whether these fields show the whole error, so that the form needs no further text. */
export function isShownAtFields(error: unknown, fields: readonly string[]) {
  const invalid = Object.keys(invalidFields(error))
  return invalid.length > 0 && invalid.every((field) => fields.includes(field) && describeField(error, field))
}

const invalidFields = (error: unknown) => (error instanceof ApiError && error.status === 422 ? error.fields : {})
