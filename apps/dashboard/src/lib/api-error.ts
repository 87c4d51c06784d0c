import { ApiError } from '@papercups/client-core'

export const GENERIC_FAILURE = 'Something went wrong. Please contact us or try again in a few minutes.'
export const UNREACHABLE = 'The server cannot be reached. Please check your connection and try again.'

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
