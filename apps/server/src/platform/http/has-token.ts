import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether the call sends this token as `Authorization: Bearer`. Without a token nobody does. */
export function hasToken({ headers }: Pick<FastifyRequest, 'headers'>, token: string | undefined) {
  const given = headers.authorization?.replace(/^Bearer /i, '')
  return Boolean(token && given && isSame(given, token))
}

/** Takes the same time for every wrong secret. */
export function isSame(given: string, expected: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
