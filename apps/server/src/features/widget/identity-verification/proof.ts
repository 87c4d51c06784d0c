import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the site's server gave the widget. Either is enough. */
export interface Proof {
  /** HMAC-SHA256 of the customer's `external_id`, in hex. */
  user_hash?: string | null | undefined
  /** A JWT, signed with HS256, whose subject is the `external_id`. */
  identity_token?: string | null | undefined
}

/** From a socket's payload, which is not validated. */
export function proofIn({ user_hash, identity_token }: Record<string, unknown>): Proof {
  const asText = (value: unknown) => (typeof value === 'string' ? value : null)
  return { user_hash: asText(user_hash), identity_token: asText(identity_token) }
}

/** Two keys, because the hash of an external id that looks like a token would be that token's signature. */
export interface Keys {
  hash: string[]
  token: string[]
}

export function proves(keys: Keys, { user_hash, identity_token }: Proof, external_id: string, now = Date.now()) {
  if (!external_id) return false
  if (identity_token && readToken(keys.token, identity_token, now)?.sub === external_id) return true
  return Boolean(user_hash) && isSignature(keys.hash, external_id, Buffer.from(user_hash ?? '', 'hex'))
}

/** How far two servers' clocks may be apart. */
const LEEWAY_S = 60

export interface Claims {
  sub: string
  email: string | undefined
}

/** The claims of a token, if one of the keys signed it and it is valid now. */
export function readToken(keys: string[], token: string, now = Date.now()): Claims | undefined {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || readPart(head)?.alg !== 'HS256') return undefined
  if (!isSignature(keys, `${head}.${body}`, Buffer.from(signature, 'base64url'))) return undefined
  const { sub, exp, nbf, iat, email } = readPart(body) ?? {}
  const seconds = now / 1_000
  const isFuture = (time: unknown) => time !== undefined && !(Number(time) <= seconds + LEEWAY_S)
  if (typeof exp !== 'number' || exp <= seconds || isFuture(nbf) || isFuture(iat)) return undefined
  if ((typeof sub !== 'string' && typeof sub !== 'number') || sub === '') return undefined
  return { sub: String(sub), email: typeof email === 'string' ? email : undefined }
}

function isSignature(keys: string[], text: string, given: Buffer) {
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(text).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
