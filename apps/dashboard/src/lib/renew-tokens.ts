import { ApiError } from '@papercups/client-core'
import type { Tokens } from '@papercups/contract'
import { request } from './request.js'

/**
 * The server takes a used renewal token again for ten seconds, so a lost answer has to be asked for within them. The last
 * request waits longer, for slow connections.
 */
const TIMEOUTS = [3_000, 3_000, 20_000]

/** Asks again at once when the answer gets lost. An error of the server is thrown: the caller tries again later. */
export async function renewTokens(renewToken: string, send = request): Promise<Tokens> {
  for (const timeout of TIMEOUTS) {
    try {
      const answer = await send({ method: 'POST', path: '/session/renew', token: renewToken, timeout })
      const { data } = (answer ?? {}) as { data?: Tokens }
      // Without tokens, the connection ended in the middle of the answer.
      if (data) return data
    } catch (error) {
      if (!(error instanceof ApiError) || error.status > 0) throw error
    }
  }
  throw new ApiError(0)
}
