import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { takeTurn } from '../turns.js'
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

/** As many characters as are written without giving other work its turn. */
const PIECE = 65_536

/** Writes the elements of a list, separated by commas, in pieces that other work can come between. */
export async function* writeElements<T>(elements: T[], toJson: (element: T) => string) {
  let piece = ''
  for (const [index, element] of elements.entries()) {
    piece += (index > 0 ? ',' : '') + toJson(element)
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    await takeTurn()
  }
  yield piece
}

/** Streamed parts, too, contain only the fields that the schema declares. */
export function declaredJson(schema: TSchema) {
  const pick = pickDeclared(schema)
  return (value: unknown) => JSON.stringify(pick(value))
}
