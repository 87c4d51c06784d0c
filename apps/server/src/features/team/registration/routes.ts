import { registrationEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { deviceOf, namedEmail } from '../../identity/sessions/device.js'
import { checkRegistration } from './check-registration.js'
import { confirmRegistration } from './confirm-registration.js'
import { register } from './register.js'
import { isConfirmedByEmail, requestRegistration } from './request-registration.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, registrationEndpoints, {
    'POST /api/registration': {
      config: { limit: { per_ip: 30, subject: 10, by: namedEmail } },
      async handler(request, reply) {
        const { user, redirect } = request.body
        const checked = await checkRegistration(platform, user)
        if (!isConfirmedByEmail(platform, checked))
          return { data: await register(platform, checked, deviceOf(request)) }
        await requestRegistration(platform, checked, { redirect, ip: request.ip })
        return reply.code(202).send({ data: { check_email: true } })
      },
    },
    'POST /api/registration/confirm': {
      config: { limit: { per_ip: 30, subject: 30, by: () => undefined } },
      async handler(request) {
        const { token, password } = request.body
        return { data: await confirmRegistration(platform, token ?? '', password ?? '', deviceOf(request)) }
      },
    },
  })
}
