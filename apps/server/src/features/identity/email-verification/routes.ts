import { emailVerificationEndpoints } from '@papercups/contract'
import { HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { mayMail } from '../../mail/mails/limits.js'
import { issueVerification } from './issue-verification.js'
import { verifyEmail } from './verify-email.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, emailVerificationEndpoints, {
    'POST /api/verify_email': {
      config: { limit: { per_ip: 60, subject: 60, by: () => undefined } },
      async handler({ body }) {
        return { data: await verifyEmail(platform, body.token ?? '') }
      },
    },

    'POST /api/verify_email/resend': {
      config: { limit: { per_ip: 60, subject: 5, by: byCaller } },
      async handler({ account, user }) {
        const row = await account
          .from('users')
          .select('email_confirmed_at')
          .where('id', '=', user.id)
          .executeTakeFirst()
        if (row?.email_confirmed_at) return { data: { ok: true } }
        if (!(await mayMail(platform, 'verification', user.email, account.id))) {
          throw new HttpError(429, 'We have sent you enough of these mails for today. Look into your spam folder, too.')
        }
        await issueVerification(platform, account, user)
        return { data: { ok: true } }
      },
    },
  })
}
