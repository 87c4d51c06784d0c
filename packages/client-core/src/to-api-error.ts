import { ApiError, type FieldErrors } from './api-error.js'

/** Reads any of the four error bodies. Tolerates a proxy's HTML page. */
export function toApiError(status: number, body: unknown): ApiError {
  const { error, errors } = record(body)
  const { message, errors: problems, code } = record(error)
  // For a 5xx the framework's detail is only the name of the status. Pages have better texts.
  const detail = status < 500 ? record(errors)['detail'] : null
  return new ApiError(status, text(message) ?? text(detail), flatten(problems), text(code))
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
