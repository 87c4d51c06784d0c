import { ApiError } from '@papercups/client-core'

export const GENERIC_FAILURE = 'Something went wrong. Please contact us or try again in a few minutes.'
export const UNREACHABLE = 'The server cannot be reached. Please check your connection and try again.'

/** The one sentence that people are shown for a failure. */
export function describeError(error: unknown): string {
  const problems = Object.entries(invalidFields(error)).flatMap(([field, messages]) =>
    messages.length > 0 ? messages.map((message) => `${field} ${message}`) : [`invalid ${field}`],
  )
  if (problems.length > 0) return `Error: ${problems.join(', ')}`
  if (error instanceof Error && error.message) return error.message
  return error instanceof ApiError && error.status === 0 ? UNREACHABLE : GENERIC_FAILURE
}

/** What the server found wrong with one field: "Name can't be blank". */
export function describeField(error: unknown, field: string): string | undefined {
  const problems = invalidFields(error)[field]
  if (!problems?.length) return undefined
  return `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')} ${problems.join(', ')}`
}

/** Whether the form shows the whole failure at these fields, so that it needs no sentence of its own. */
export function isShownAtFields(error: unknown, fields: readonly string[]) {
  const invalid = Object.keys(invalidFields(error))
  return invalid.length > 0 && invalid.every((field) => fields.includes(field) && describeField(error, field))
}

const invalidFields = (error: unknown) => (error instanceof ApiError && error.status === 422 ? error.fields : {})
