export const GENERIC_FAILURE = 'Something went wrong. Please contact us or try again in a few minutes.'
export const UNREACHABLE = 'The server cannot be reached. Please check your connection and try again.'

export type FieldErrors = Record<string, string[]>

/** A request that failed. Status 0: no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** What the server said; null when it said nothing that a person can read. */
    readonly serverMessage: string | null,
    readonly fields: FieldErrors = {},
    /** The server's word for the reason, where a page acts on it. */
    readonly code: string | null = null,
  ) {
    super(serverMessage ?? (status === 0 ? UNREACHABLE : ''))
    this.name = 'ApiError'
  }

  get unreachable() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

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
  return (error instanceof Error && error.message) || GENERIC_FAILURE
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
