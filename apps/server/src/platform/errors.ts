export type FieldErrors = { [field: string]: string[] | FieldErrors }

/** Selects the error body. Deployed clients tell them apart. */
type Envelope = 'app' | 'framework' | 'unauthenticated'

/** An error for the caller. Throw it from anywhere: one handler writes the response. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: FieldErrors | undefined
  /** Further keys of the error object, where clients expect them. */
  readonly details: Record<string, unknown>
  readonly envelope: Envelope

  constructor(
    status: number,
    message: string,
    more: { errors?: FieldErrors; details?: Record<string, unknown>; envelope?: Envelope } = {},
  ) {
    super(message)
    this.status = status
    this.errors = more.errors
    this.details = more.details ?? {}
    this.envelope = more.envelope ?? 'app'
  }

  /** The body that goes over the wire. */
  toJSON() {
    if (this.envelope === 'framework') return { errors: { detail: this.message, ...this.details } }
    if (this.envelope === 'unauthenticated') return { error: { code: this.status, message: this.message } }
    return {
      error: {
        status: this.status,
        message: this.message,
        ...(this.errors && { errors: this.errors }),
        ...this.details,
      },
    }
  }
}

/** Somebody else's row and a missing row look the same. */
export const notFound = (thing?: string) => new HttpError(404, thing ? `${thing} not found` : 'Not found')
export const forbidden = (message: string) => new HttpError(403, message)
export const conflict = (message: string) => new HttpError(409, message)
export const unauthorized = (message: string) => new HttpError(401, message)
export const badRequest = (message: string) => new HttpError(400, message)
export const tooMany = (seconds: number) =>
  new HttpError(429, `Too many requests. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`, {
    details: { retry_after: seconds },
  })

/** Field validation: `invalid({ name: ["can't be blank"] })`. */
export const invalid = (errors: FieldErrors, message = 'Unprocessable Entity') =>
  new HttpError(422, message, { errors })

/** Not signed in, in the body that deployed clients expect. */
export const unauthenticated = () => new HttpError(401, 'Not authenticated', { envelope: 'unauthenticated' })

/** A malformed request: an invalid id, or a body without its top-level key. Older clients know the fixed text. */
export const malformed = (reason?: string) =>
  new HttpError(400, 'Bad Request', { envelope: 'framework', ...(reason && { details: { reason } }) })
