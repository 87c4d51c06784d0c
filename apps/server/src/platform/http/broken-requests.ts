import type { FastifyReply, FastifyServerOptions } from 'fastify'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { fromFramework } from './error-answers.js'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Requests that reach no route get the usual error bodies: bad escapes, long URLs, invalid HTTP. */
export const brokenRequests: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors(error, _request, given) {
    const reply = given as unknown as FastifyReply
    const refusal = fromFramework(error)
    void reply.code(refusal.status).type(JSON_TYPE).send(JSON.stringify(refusal))
  },
  clientErrorHandler(error, socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answer(STATUSES[error.code] ?? 400))
    ;(socket as Socket).destroySoon()
  },
}

/** Node's own response to an unknown `Expect` header has no body. */
export function refuseExpectations(server: Server) {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { 'content-type': JSON_TYPE, connection: 'close' }).end(bodyOf(417))
  })
}

const STATUSES: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

const bodyOf = (statusCode: number) => JSON.stringify(fromFramework({ statusCode, name: '', code: '', message: '' }))

function answer(status: number) {
  const body = bodyOf(status)
  const head = [
    `HTTP/1.1 ${status} Refused`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
}
