import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { pickDeclared } from './declared-fields.js'

/**
 * Streams JSON of any size, with backpressure. Run the first query before yielding the first part, so that its failure still
 * becomes an error response.
 */
export function streamJson(reply: FastifyReply, parts: AsyncIterable<string>) {
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts))
}

/** Streamed parts, too, contain only the fields that the schema declares. */
export function declaredJson(schema: TSchema) {
  const pick = pickDeclared(schema)
  return (value: unknown) => JSON.stringify(pick(value))
}
