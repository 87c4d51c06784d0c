import { ApiError } from '@papercups/client-core'
import { describeError } from '../../lib/api-error.js'

/** What the server said, or what was tried where it said nothing. */
export const refusal = (error: Error, otherwise: string) =>
  error instanceof ApiError && error.serverMessage ? new Error(describeError(error)) : new Error(otherwise)
