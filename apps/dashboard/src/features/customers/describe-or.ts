import { ApiError } from '@papercups/client-core'
import { describeError } from '../../lib/api-error.js'

/** The error text for users, or the given text if the server has sent none. */
export const describeOr = (error: unknown, fallback: string) =>
  error instanceof ApiError && !error.serverMessage ? fallback : describeError(error)
