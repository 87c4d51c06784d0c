import { ApiError, type FieldErrors } from '@papercups/client-core'

export const GENERIC_FAILURE = 'Something went wrong. Please contact us or try again in a few minutes.'
export const UNREACHABLE = 'The server cannot be reached. Please check your connection and try again.'

/** Reads any of the four error envelopes, and survives a proxy's HTML page. */
export function toApiError(status: number, body: unknown): ApiError {
  const { error, errors } = record(body)
  const { message, errors: problems, code } = record(error)
  // In place of a bug or a database that is away the framework names only the status; pages have better words for that.
  const detail = status < 500 ? record(errors)['detail'] : null
  return new ApiError(status, text(message) ?? text(detail), flatten(problems), text(code))
}

/** The one sentence that people are shown for a failure. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError && error.status === 422) {
    const problems = Object.entries(error.fields).flatMap(([field, messages]) =>
      messages.length > 0 ? messages.map((message) => `${field} ${message}`) : [`invalid ${field}`],
    )
    if (problems.length > 0) return `Error: ${problems.join(', ')}`
  }
  if (error instanceof Error && error.message) return error.message
  return error instanceof ApiError && error.status === 0 ? UNREACHABLE : GENERIC_FAILURE
}

/** `{settings: {limit: ['is invalid']}}` becomes `{'settings limit': ['is invalid']}`. */
function flatten(errors: unknown, prefix = ''): FieldErrors {
  const fields: FieldErrors = {}
  for (const [key, value] of Object.entries(record(errors))) {
    const field = prefix + key
    if (typeof value === 'string') fields[field] = [value]
    else if (Array.isArray(value)) fields[field] = value.filter((message) => typeof message === 'string')
    else Object.assign(fields, flatten(value, `${field} `))
  }
  return fields
}

const record = (value: unknown) => (typeof value === 'object' && value ? value : {}) as Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null)
