import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'

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

/** Whether the caller proved to be the person behind one of these ids. */
export async function provesOneOf(keys: Keys, proof: Proof, external_ids: string[], now?: number) {
  const ids = external_ids.filter(Boolean)
  const claims = proof.identity_token ? await readToken(keys.token, proof.identity_token, now) : undefined
  if (claims && ids.includes(claims.sub)) return true
  const hash = Buffer.from(proof.user_hash ?? '', 'hex')
  return ids.some((id) => isHashOf(keys.hash, id, hash))
}

/** How far two servers' clocks may be apart. */
const LEEWAY_S = 60

export interface Claims {
  sub: string
  email: string | undefined
}

/** The claims of a token that one of the keys signed and that is valid now. */
export async function readToken(keys: string[], token: string, now = Date.now()): Promise<Claims | undefined> {
  for (const key of keys) {
    const claims = await verify(key, token, now)
    if (claims) return claims
  }
  return undefined
}

async function verify(key: string, token: string, now: number): Promise<Claims | undefined> {
  const options = {
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'sub'],
    clockTolerance: LEEWAY_S,
    currentDate: new Date(now),
  }
  const verified = await jwtVerify<Record<string, unknown>>(token, Buffer.from(key), options).catch(() => undefined)
  if (!verified) return undefined
  const { sub, exp, iat, email } = verified.payload
  const seconds = now / 1_000
  // The leeway is for clocks that run ahead: a token that has run out is not valid for another minute.
  if (Number(exp) <= seconds || (iat !== undefined && !(Number(iat) <= seconds + LEEWAY_S))) return undefined
  if ((typeof sub !== 'string' && typeof sub !== 'number') || sub === '') return undefined
  return { sub: String(sub), email: typeof email === 'string' ? email : undefined }
}

function isHashOf(keys: string[], text: string, given: Buffer) {
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(text).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
