import { ActiveSession, Data, Me, Session, SignedIn, Uuid, Nothing } from '@papercups/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { setTimeout as delay } from 'node:timers/promises'
import { canonicalEmail } from '../../../platform/canonical.js'
import { tooMany, unauthorized } from '../../../platform/errors.js'
import { networkOf } from '../../../platform/http/address.js'
import type { App } from '../../../platform/http/app.js'
import { isPlainObject } from '../../../platform/http/coerce.js'
import { deviceOf } from './device.js'
import { endOwnSession, endSession, endSessionsOf } from './end-session.js'
import { deviceCookie, isKnownDeviceOf, knownOwner } from './known-device.js'
import { getMe, listActiveSessions } from './queries.js'
import { finishSignIn, readSecondStep } from './second-step.js'
import { signIn } from './sign-in.js'
import { SignInPace } from './sign-in-pace.js'
import { renewSession } from './start-session.js'

const Credentials = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 320 })),
  password: Type.Optional(Type.String({ maxLength: 4096 })),
})

export function routes(app: App) {
  const { platform } = app
  const pace = new SignInPace()
  const nobody = () => undefined
  const deviceIn = (request: FastifyRequest) => knownOwner(platform, request)

  /** Strangers' attempts slow down other strangers, never a device on which this person signed in before. */
  async function waitForTurn(request: FastifyRequest, reply: FastifyReply, email: string) {
    if (isKnownDeviceOf(platform, request, email)) return
    const { wait_ms, refused } = pace.start(canonicalEmail(email), networkOf(request.address))
    if (refused) {
      const seconds = Math.ceil(wait_ms / 1_000)
      reply.header('retry-after', String(seconds))
      throw tooMany(seconds)
    }
    if (wait_ms > 0) await delay(wait_ms)
  }

  const remember = (request: FastifyRequest, reply: FastifyReply, email: string) => {
    pace.succeeded(canonicalEmail(email), networkOf(request.address))
    reply.header('set-cookie', deviceCookie(platform, email))
  }

  app.post('/api/session', {
    config: { allow: 'public', limit: { address: 60, subject: 10, by: nobody, deviceOf: deviceIn } },
    schema: { body: Type.Object({ user: Credentials }), response: { 200: Data(SignedIn) } },
    async handler(request, reply) {
      const { email, password } = request.body.user
      if (!email || !password) throw unauthorized('Invalid email or password')
      await waitForTurn(request, reply, email)
      const data = await signIn(platform, email, password, deviceOf(request))
      if ('token' in data) remember(request, reply, email)
      return { data }
    },
  })

  /** By the person whose password was right, however many attempts they start. */
  const waiting = ({ body }: { body: unknown }) => {
    const token = isPlainObject(body) ? body.two_factor_token : undefined
    const step = typeof token === 'string' ? readSecondStep(platform, token) : undefined
    return step && String(step.user_id)
  }

  app.post('/api/session/two_factor', {
    config: { allow: 'public', limit: { address: 60, subject: 10, by: waiting } },
    schema: {
      body: Type.Object({
        two_factor_token: Type.String({ maxLength: 1_000 }),
        code: Type.String({ maxLength: 64 }),
      }),
      response: { 200: Data(Session) },
    },
    async handler(request, reply) {
      const { two_factor_token, code } = request.body
      const data = await finishSignIn(platform, two_factor_token, code, deviceOf(request))
      remember(request, reply, data.email)
      return { data }
    },
  })

  app.post('/api/session/renew', {
    config: { allow: 'public', limit: { address: 300, subject: 300, by: nobody } },
    schema: { response: { 200: Data(Session) } },
    async handler(request) {
      const token = request.headers.authorization?.replace(/^Bearer /i, '')
      if (!token) throw unauthorized('Invalid token')
      return { data: await renewSession(platform, token, deviceOf(request)) }
    },
  })

  // Deployed clients sign out without saying who they are, and expect to be told that all is well.
  app.delete('/api/session', {
    config: { allow: 'public' },
    schema: { response: { 200: Data(Type.Object({})) } },
    async handler({ caller }) {
      if (caller) {
        await endSession(caller.account, caller.user.session_id)
        await platform.settleChange(`session:${caller.user.session_id}`)
      }
      return { data: {} }
    },
  })

  app.get('/api/me', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Me) } },
    async handler({ account, user }) {
      return { data: await getMe(account, user) }
    },
  })

  app.get('/api/sessions', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Array(ActiveSession)) } },
    async handler({ account, user }) {
      return { data: await listActiveSessions(account, user) }
    },
  })

  app.delete('/api/sessions', {
    config: { allow: 'user' },
    schema: { response: { 204: Nothing } },
    async handler({ account, user }, reply) {
      const ended = await endSessionsOf(account, user.id, { except: user.session_id })
      await platform.settleChange(...ended.map((id) => `session:${id}` as const))
      return reply.code(204).send()
    },
  })

  app.delete('/api/sessions/:id', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await endOwnSession(account, user.id, params.id)
      await platform.settleChange(`session:${params.id}`)
      return reply.code(204).send()
    },
  })
}
