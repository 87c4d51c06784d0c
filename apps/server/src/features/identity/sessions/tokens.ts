import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Not sliding; clients renew after 20 minutes. */
export const ACCESS_MS = 30 * 60_000
export const RENEWAL_MS = 30 * 24 * 3_600_000

/** Three parts with dots, as deployed clients expect. They never parse it. */
export function signAccessToken(key: Buffer, session_id: string, now = Date.now()) {
  return sign(key, `${session_id}:${now + ACCESS_MS}`)
}

/** The session of a token that we signed and that has not expired. */
export function readAccessToken(key: Buffer, token: string, now = Date.now()): string | undefined {
  const [session_id, expires] = readSigned(key, token)?.split(':') ?? []
  return session_id && Number(expires) > now ? session_id : undefined
}

export function sign(key: Buffer, text: string) {
  const claims = Buffer.from(text).toString('base64url')
  return `v1.${claims}.${signature(key, claims)}`
}

/** The claims that we signed with this key, else undefined. */
export function readSigned(key: Buffer, token: string): string | undefined {
  const [version, claims, given, ...rest] = token.split('.')
  if (version !== 'v1' || !claims || !given || rest.length > 0) return undefined
  const expected = Buffer.from(signature(key, claims))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  return Buffer.from(claims, 'base64url').toString()
}

const signature = (key: Buffer, claims: string) => createHmac('sha256', key).update(claims).digest('base64url')

export function newRenewalToken() {
  const token = `v1.renew.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

/** Tokens are long and random, so a plain hash is enough. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
