import type { FastifyRequest } from 'fastify'
import { canonicalEmail } from '../../../platform/canonical.js'
import { networkOf } from '../../../platform/http/client-ip.js'
import { isPlainObject } from '../../../platform/http/coerce.js'
import type { Device } from './start-session.js'

export const deviceOf = (request: FastifyRequest): Device => ({
  user_agent: request.headers['user-agent'] ?? null,
  ip: request.ip,
})

/** Email and IP together, so that nobody uses up another person's limit. */
export function namedEmail(request: FastifyRequest) {
  const user = isPlainObject(request.body) ? request.body.user : undefined
  const email = isPlainObject(user) ? user.email : undefined
  return typeof email === 'string' ? `${canonicalEmail(email)} from ${networkOf(request.ip)}` : undefined
}
