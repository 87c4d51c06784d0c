import type { FastifyError } from 'fastify'
import { describeDatabaseError } from '../database/database-errors.js'
import { malformed, HttpError } from '../errors.js'
import type { App } from './app.js'

/** Writes the error responses of all routes. Features write none. */
export function answerErrors(app: App) {
  app.setErrorHandler(async (error: FastifyError | HttpError, request, reply) => {
    // The client disconnected while sending its body: not an error of ours.
    const hungUp = request.raw.destroyed && !request.raw.complete
    const refusal =
      error instanceof HttpError ? error : hungUp ? malformed() : (describeDatabaseError(error) ?? fromFramework(error))
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    if (refusal.status === 503) reply.header('retry-after', '1')
    return reply.code(refusal.status).type('application/json; charset=utf-8').send(refusal.toJSON())
  })
}

const DETAILS: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
}

export function fromFramework(error: FastifyError) {
  const status = error.statusCode ?? 500
  const detail = DETAILS[status]
  if (status < 500) return new HttpError(status, detail ?? 'Bad Request', { envelope: 'framework' })
  return new HttpError(500, 'Internal Server Error', { envelope: 'framework' })
}
