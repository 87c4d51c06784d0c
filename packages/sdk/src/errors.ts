/** Every error of a call. */
export class PapercupsError extends Error {
  override name = 'PapercupsError'
}

/** The server did not answer: it was not reachable, or it took too long. */
export class ConnectionError extends PapercupsError {
  override name = 'ConnectionError'
}

/** The server refused the call. */
export class ApiError extends PapercupsError {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    /** The answer of the server. */
    readonly body: unknown,
    message = messageIn(body) ?? `The server answered with status ${status}.`,
  ) {
    super(message)
  }
}

/** 400: the request is malformed. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError'
}

/** 401: no valid API key. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/** 403: the scope of the API key does not allow the call, or a record in the body is not yours. */
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}

/** 404: there is no such record in the account. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 409: a call with the same idempotency key is running. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}

/** 422: a field is wrong, or the idempotency key was used for another call. */
export class ValidationError extends ApiError {
  override name = 'ValidationError'
  /** What is wrong with each field. */
  readonly fields = fieldsIn(this.body)
}

/** 429: too many calls. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}

/** 5xx: the server failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

const CLASSES: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

export function toApiError(status: number, body: unknown): ApiError {
  const Class = status >= 500 ? ServerError : (CLASSES[status] ?? ApiError)
  return new Class(status, body)
}

function messageIn(body: unknown) {
  const { error, errors } = record(body)
  const { detail, reason } = record(errors)
  const text = record(error).message ?? (typeof reason === 'string' ? `${String(detail)}: ${reason}` : detail)
  return typeof text === 'string' && text ? text : undefined
}

const fieldsIn = (body: unknown) => record(record(record(body).error).errors) as Record<string, string[]>

const record = (value: unknown) => (typeof value === 'object' && value ? value : {}) as Record<string, unknown>
