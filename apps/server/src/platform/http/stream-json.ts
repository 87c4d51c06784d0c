import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { pickDeclared } from './declared-fields.js'

/**
 * Sends JSON that is written while it is read, for answers of any size: the next part is read when the caller has taken
 * the last one. The first part must only come after the first query, so that a failure there is still an error answer.
 */
export function streamJson(reply: FastifyReply, parts: AsyncIterable<string>) {
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts))
}

/** Parts that are streamed leave as other answers do: with the fields that the schema declares. */
export function declaredJson(schema: TSchema) {
  const pick = pickDeclared(schema)
  return (value: unknown) => JSON.stringify(pick(value))
}
