import { HttpError } from '../errors.js'
import { isUnavailable } from '../is-unavailable.js'

interface DatabaseError {
  code: string
  detail?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Turns a violated constraint into a field error. Other errors stay bugs. */
export function describeDatabaseError(error: unknown): HttpError | undefined {
  if (isUnavailable(error)) return new HttpError(503, 'Service Unavailable', { envelope: 'framework' })
  if (!isDatabaseError(error)) return undefined
  if (error.code === '23503') return field(error, 'does not exist')
  if (error.code === '23505') return field(error, 'has already been taken')
  if (error.code === '23514' || error.code === '22001') return field(error, 'is invalid')
  return undefined
}

/** `Key (account_id, assignee_id)=(…) is not present`: the last column is the one that the caller chose. */
function field(error: DatabaseError, message: string) {
  const columns = /^Key \((.*?)\)=\(/.exec(error.detail ?? '')?.[1]
  const name =
    /\w+/.exec(
      columns
        ?.split(', ')
        .at(-1)
        ?.replace(/^lower\(/, '') ?? '',
    )?.[0] ?? 'base'
  return new HttpError(422, 'Unprocessable Entity', { errors: { [name]: [message] } })
}
