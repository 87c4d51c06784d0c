import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../../../platform/platform.js'
import { emailHashOf } from '../suppressed-emails.js'

const ID_BYTES = 16
const HASH_BYTES = 32
const MAC_BYTES = 16

/** The page on which the owner of an email ends automatic mail of one account. The link contains no email. */
export function unsubscribeUrl(platform: Platform, account_id: string, email: string) {
  const id = Buffer.from(account_id.replaceAll('-', ''), 'hex')
  const said = Buffer.concat([id, emailHashOf(platform, email)])
  const token = Buffer.concat([said, macOf(platform, said)]).toString('base64url')
  return `${platform.config.base_url}/unsubscribe/${token}`
}

/** Undefined if the server did not make the token. */
export function readUnsubscribeToken(platform: Platform, token: string) {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + HASH_BYTES + MAC_BYTES) return undefined
  const said = bytes.subarray(0, ID_BYTES + HASH_BYTES)
  if (!timingSafeEqual(macOf(platform, said), bytes.subarray(said.length))) return undefined
  const account_id = said.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { account_id, email_hash: said.subarray(ID_BYTES) }
}

const macOf = (platform: Platform, said: Buffer) =>
  createHmac('sha256', platform.key('unsubscribe')).update(said).digest().subarray(0, MAC_BYTES)
