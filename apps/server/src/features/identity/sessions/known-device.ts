import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Platform } from '../../../platform/platform.js'
import { readSigned, sign } from './tokens.js'

const NAME = 'papercups_device'
const YEAR_S = 365 * 24 * 3_600

/**
 * Marks a browser in which the user signed in. It grants no access: it only keeps other people's wrong passwords from
 * slowing this browser down.
 */
export function deviceCookie(platform: Platform, email: string) {
  const expires = Date.now() + YEAR_S * 1_000
  const value = sign(platform.key('known-device'), `${hashOf(email)}:${expires}`)
  const secure = platform.config.base_url.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${value}; Path=/api/session; Max-Age=${YEAR_S}; HttpOnly; SameSite=Strict${secure}`
}

/** Whether this user signed in on this device before. */
export const isKnownDeviceOf = (platform: Platform, request: FastifyRequest, email: string) =>
  knownOwner(platform, request) === hashOf(email)

/**
 * The user who signed in on this device before. All devices of a user share a limit, so collecting cookies gains
 * nothing.
 */
export function knownOwner(platform: Platform, { headers }: FastifyRequest): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=')
    const signed = name === NAME ? readSigned(platform.key('known-device'), value) : undefined
    const [owner, expires] = signed?.split(':') ?? []
    if (owner && Number(expires) > Date.now()) return owner
  }
  return undefined
}

const hashOf = (email: string) => createHash('sha256').update(canonicalEmail(email)).digest('base64url').slice(0, 22)
