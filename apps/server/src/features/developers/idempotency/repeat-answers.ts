import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { CallSlots } from './call-slots.js'
import { openCall, type OpenCall } from './open-call.js'

const MAX_KEY = 255

const notKept = new WeakSet<FastifyRequest>()

/** For a call that did nothing and answers with a success all the same, because published clients expect one: it may be repeated. */
export const keepNoAnswer = (request: FastifyRequest) => void notKept.add(request)

/**
 * A POST of `/api/v1` with an `Idempotency-Key` is done once: a repeated call gets the first answer. Only successes are
 * kept. A refused call changed nothing, so it may be tried again.
 */
export function repeatAnswers(app: App) {
  const slots = new CallSlots(app.platform.config.database_pool_size)
  const open = new WeakMap<FastifyRequest, OpenCall>()
  const take = (request: FastifyRequest) => {
    const call = open.get(request)
    open.delete(request)
    return call
  }

  app.addHook('preHandler', async (request, reply) => {
    const { caller, method, url, body } = request
    const key = request.headers['idempotency-key']
    if (!caller?.key || method !== 'POST' || key === undefined) return
    if (typeof key !== 'string' || !key.trim() || key.length > MAX_KEY)
      throw badRequest(`The Idempotency-Key must have 1 to ${MAX_KEY} characters.`)
    const call = await openCall(caller.account, slots, key, `${method} ${url} ${JSON.stringify(body)}`)
    if ('status' in call) {
      if (call.location) reply.header('location', call.location)
      reply.header('idempotent-replayed', 'true')
      return reply.code(call.status).type('application/json; charset=utf-8').send(call.answer)
    }
    open.set(request, call)
    request.caller = { ...caller, account: call.account }
  })

  // Before the answer leaves: a lost commit must not be announced.
  app.addHook('preSerialization', async (request, reply, payload) => {
    const call = take(request)
    if (call) await end(call, reply, reply.statusCode < 400 ? reply.serialize(payload) : '')
    return payload
  })

  // An answer without a body is not serialized.
  app.addHook('onSend', async (request, reply) => {
    const call = take(request)
    if (call) await end(call, reply, '')
  })
}

function end(call: OpenCall, reply: FastifyReply, answer: string | ArrayBuffer | Buffer) {
  if (reply.statusCode >= 400 || notKept.has(reply.request)) return call.fail()
  const location = reply.getHeader('location')
  return call.succeed({
    status: reply.statusCode,
    location: typeof location === 'string' ? location : null,
    answer: String(answer),
  })
}
