import { ApiError } from '@papercups/client-core'
import { describeError } from '../../lib/api-error.js'

/** An error with the server's message, or with the given text if there is none. */
export const errorWithFallback = (error: Error, fallback: string) =>
  error instanceof ApiError && error.serverMessage ? new Error(describeError(error)) : new Error(fallback)
