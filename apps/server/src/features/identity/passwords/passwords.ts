import { hash, verify } from '@node-rs/argon2'
import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export const hashPassword = (password: string) => hash(password)

/** An unknown email costs one verification too, so the timing reveals nothing. */
const nobody = hash('nobody has this password')

export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  if (stored?.startsWith('$pbkdf2-sha512$')) return matchesImported(password, stored)
  const matches = await verify(stored ?? (await nobody), password)
  return matches && Boolean(stored)
}

/** Hashes imported from the original product: `$pbkdf2-sha512$iterations$salt$key`. */
async function matchesImported(password: string, stored: string) {
  const [, , iterations, salt, key] = stored.split('$')
  if (!iterations || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const derive = promisify(pbkdf2)
  const actual = await derive(password, Buffer.from(salt, 'base64'), Number(iterations), expected.length, 'sha512')
  return timingSafeEqual(actual, expected)
}
