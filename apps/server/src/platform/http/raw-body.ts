import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import { Readable } from 'node:stream'
import { HttpError } from '../errors.js'

const bodies = new WeakMap<object, Buffer>()

/** A `preParsing` hook for routes whose callers sign the bytes of the body. */
export const keepRawBody: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > request.routeOptions.bodyLimit) throw new HttpError(413, 'Request Entity Too Large')
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  bodies.set(request, body)
  return Object.assign(Readable.from(size > 0 ? [body] : []), { receivedEncodedLength: size })
}

export const rawBodyOf = (request: FastifyRequest) => bodies.get(request) ?? Buffer.alloc(0)
