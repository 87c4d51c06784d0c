import type { FastifyRequest } from 'fastify'
import { isPlainObject } from '../../platform/http/coerce.js'
import type { Device } from './start-session.js'

export const deviceOf = (request: FastifyRequest): Device => ({
  user_agent: request.headers['user-agent'] ?? null,
  ip: request.address,
})

/** A person's attempts count together, wherever they come from. */
export function namedEmail(request: FastifyRequest) {
  const user = isPlainObject(request.body) ? request.body.user : undefined
  const email = isPlainObject(user) ? user.email : undefined
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : undefined
}
