import type { Platform } from '../../../platform/platform.js'
import { readSigned, sign } from '../../identity/sessions/tokens.js'

/** The page on which the recipient of the mail rates the conversation, with this score chosen. */
export function ratingUrl(platform: Platform, account_id: string, rating_id: string, score: number) {
  const token = sign(platform.key('rating-link'), `${account_id}:${rating_id}`)
  return `${platform.config.base_url}/rate/${token}?score=${score}`
}

/** Undefined if the server did not make the token. */
export function readRatingToken(platform: Platform, token: string) {
  const [account_id, rating_id] = readSigned(platform.key('rating-link'), token)?.split(':') ?? []
  return account_id && rating_id ? { account_id, rating_id } : undefined
}
