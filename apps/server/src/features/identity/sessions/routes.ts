import { sessionsEndpoints } from '@papercups/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { canonicalEmail } from '../../../platform/canonical.js'
import { tooMany, unauthorized } from '../../../platform/errors.js'
import { networkOf } from '../../../platform/http/client-ip.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { isPlainObject } from '../../../platform/http/coerce.js'
import { deviceOf } from './device.js'
import { endOwnSession, endSession, endSessionsOf } from './end-session.js'
import { isKnownDeviceOf, knownOwner, rememberDevice } from './known-device.js'
import { getMe, listActiveSessions } from './queries.js'
import { finishSignIn, readSecondStep } from './second-step.js'
import { signIn } from './sign-in.js'
import { SignInPace } from './sign-in-pace.js'
import { renewSession } from './start-session.js'

export function routes(app: App) {
  const { platform } = app
  const pace = new SignInPace()
  const nobody = () => undefined
  const deviceIn = (request: FastifyRequest) => knownOwner(platform, request)

  /** Strangers' attempts slow down other strangers, never a device on which this person signed in before. */
  async function waitForTurn(request: FastifyRequest, reply: FastifyReply, email: string) {
    if (isKnownDeviceOf(platform, request, email)) return
    const { wait_ms, refused } = pace.start(canonicalEmail(email), networkOf(request.ip))
    if (refused) {
      const seconds = Math.ceil(wait_ms / 1_000)
      reply.header('retry-after', String(seconds))
      throw tooMany(seconds)
    }
    if (wait_ms > 0) await delay(wait_ms)
  }

  const remember = (request: FastifyRequest, reply: FastifyReply, email: string) => {
    pace.succeeded(canonicalEmail(email), networkOf(request.ip))
    rememberDevice(platform, reply, email)
  }

  /** By the person whose password was right, however many attempts they start. */
  const waiting = ({ body }: { body: unknown }) => {
    const token = isPlainObject(body) ? body.two_factor_token : undefined
    const step = typeof token === 'string' ? readSecondStep(platform, token) : undefined
    return step && String(step.user_id)
  }

  addRoutes(app, sessionsEndpoints, {
    'POST /api/session': {
      config: { limit: { per_ip: 60, subject: 10, by: nobody, deviceOf: deviceIn } },
      async handler(request, reply) {
        const { email, password } = request.body.user
        if (!email || !password) throw unauthorized('Invalid email or password')
        await waitForTurn(request, reply, email)
        const data = await signIn(platform, email, password, deviceOf(request))
        if ('token' in data) remember(request, reply, email)
        return { data }
      },
    },

    'POST /api/session/two_factor': {
      config: { limit: { per_ip: 60, subject: 10, by: waiting } },
      async handler(request, reply) {
        const { two_factor_token, code } = request.body
        const data = await finishSignIn(platform, two_factor_token, code, deviceOf(request))
        remember(request, reply, data.email)
        return { data }
      },
    },

    'POST /api/session/renew': {
      config: { limit: { per_ip: 300, subject: 300, by: nobody } },
      async handler(request) {
        const token = request.headers.authorization?.replace(/^Bearer /i, '')
        if (!token) throw unauthorized('Invalid token')
        return { data: await renewSession(platform, token, deviceOf(request)) }
      },
    },

    // Deployed clients sign out without a token, and expect a success.
    async 'DELETE /api/session'({ caller }) {
      if (caller?.user.session_id) {
        await endSession(caller.account, caller.user.session_id)
        await platform.settleChange(`session:${caller.user.session_id}`)
      }
      return { data: {} }
    },

    async 'GET /api/me'({ account, user }) {
      return { data: await getMe(account, user) }
    },

    async 'GET /api/sessions'({ account, user }) {
      return { data: await listActiveSessions(account, user) }
    },

    async 'DELETE /api/sessions'({ account, user }, reply) {
      const ended = await endSessionsOf(account, user.id, { except: user.session_id ?? undefined })
      await platform.settleChange(...ended.map((id) => `session:${id}` as const))
      return reply.code(204).send()
    },

    async 'DELETE /api/sessions/:id'({ account, user, params }, reply) {
      await endOwnSession(account, user.id, params.id)
      await platform.settleChange(`session:${params.id}`)
      return reply.code(204).send()
    },
  })
}
