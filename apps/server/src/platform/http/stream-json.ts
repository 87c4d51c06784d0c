import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { pickDeclared } from './declared-fields.js'

/**
 * Streams JSON of any size, with backpressure. The first part is read before anything is sent, so that its failure still
 * becomes an error response.
 */
export async function streamJson(reply: FastifyReply, parts: AsyncIterable<string>) {
  const rest = parts[Symbol.asyncIterator]()
  const first = await rest.next()
  return reply.type('application/json; charset=utf-8').send(Readable.from(resume(first, rest)))
}

async function* resume(first: IteratorResult<string>, rest: AsyncIterator<string>) {
  if (first.done) return
  yield first.value
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** Streamed parts, too, contain only the fields that the schema declares. */
export function declaredJson(schema: TSchema) {
  const pick = pickDeclared(schema)
  return (value: unknown) => JSON.stringify(pick(value))
}
