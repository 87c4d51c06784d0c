import { Data, EmailVerified, Nullable, Ok } from '@papercups/contract'
import { Type } from 'typebox'
import { Refusal } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { mayMail } from '../../mail/mails/limits.js'
import { issueVerification } from './issue-verification.js'
import { verifyEmail } from './verify-email.js'

export function routes(app: App) {
  const { platform } = app

  app.post('/api/verify_email', {
    config: { allow: 'public', limit: { address: 60, subject: 60, by: () => undefined } },
    schema: {
      body: Type.Object({ token: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))) }),
      response: { 200: Data(EmailVerified) },
    },
    async handler({ body }) {
      return { data: await verifyEmail(platform, body.token ?? '') }
    },
  })

  app.post('/api/verify_email/resend', {
    config: { allow: 'user', limit: { address: 60, subject: 5, by: byCaller } },
    schema: { response: { 200: Data(Ok) } },
    async handler({ account, user }) {
      const row = await account.from('users').select('email_confirmed_at').where('id', '=', user.id).executeTakeFirst()
      if (row?.email_confirmed_at) return { data: { ok: true } }
      if (!(await mayMail(platform, 'verification', user.email, account.id))) {
        throw new Refusal(429, 'We have sent you enough of these mails for today. Look into your spam folder, too.')
      }
      await issueVerification(platform, account, user)
      return { data: { ok: true } }
    },
  })
}
