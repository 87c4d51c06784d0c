import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Platform } from '../../../platform/platform.js'
import { readSigned, sign } from './tokens.js'

const NAME = 'papercups_device'
const YEAR_S = 365 * 24 * 3_600

/**
 * Marks a browser in which the user signed in. It grants no access: it only keeps other people's wrong passwords from
 * slowing this browser down.
 */
export function rememberDevice(platform: Platform, reply: FastifyReply, email: string) {
  const expires = Date.now() + YEAR_S * 1_000
  const value = sign(platform.key('known-device'), `${hashOf(email)}:${expires}`)
  const secure = platform.config.base_url.startsWith('https:')
  reply.setCookie(NAME, value, { path: '/api/session', maxAge: YEAR_S, httpOnly: true, sameSite: 'strict', secure })
}

/** Whether this user signed in on this device before. */
export const isKnownDeviceOf = (platform: Platform, request: FastifyRequest, email: string) =>
  knownOwner(platform, request) === hashOf(email)

/**
 * The user who signed in on this device before. All devices of a user share a limit, so collecting cookies gains
 * nothing.
 */
export function knownOwner(platform: Platform, { cookies }: FastifyRequest): string | undefined {
  const [owner, expires] = readSigned(platform.key('known-device'), cookies[NAME] ?? '')?.split(':') ?? []
  return Number(expires) > Date.now() ? owner : undefined
}

const hashOf = (email: string) => createHash('sha256').update(canonicalEmail(email)).digest('base64url').slice(0, 22)
