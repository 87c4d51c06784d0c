import { Nothing } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { HttpError, unauthenticated } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { UploadedFile } from '../../../platform/http/body.js'
import { hasToken } from '../../../platform/http/has-token.js'
import { checkSender } from '../../../platform/mail/incoming/check-sender.js'
import type { Envelope } from '../../../platform/mail/incoming/classify-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { takeMail } from './take-mail.js'
import { readSesCall, takeFromSesLater, takeSesMail } from './take-from-ses.js'

/** Providers send all mail of an install from few IPs. */
export const LIMIT = { per_ip: 6_000, subject: 6_000 }

const Anything = Type.Optional(Type.Unknown())
const Emails = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]))

/** Other programs hand mail over here: a mail server's pipe or a provider's forwarder. */
export function inboundRoutes(app: App) {
  const { platform } = app
  const bodyLimit = platform.config.mail_in_max_mb * 1_000_000
  const onRequest = async (request: FastifyRequest) => {
    if (!hasToken(request, platform.config.mail_in_secret)) throw unauthenticated()
  }

  app.post('/api/mail/inbound', {
    config: { allow: 'public', limit: LIMIT },
    bodyLimit,
    // Before the body is read: a stranger must not send megabytes.
    onRequest,
    schema: {
      body: Type.Object({ mail: Anything, to: Emails, from: Type.Optional(Type.String()) }),
      response: { 200: Nothing },
    },
    async handler({ body }, reply) {
      if (!(body.mail instanceof UploadedFile)) throw new HttpError(415, 'Send the raw mail as message/rfc822')
      const to = [body.to ?? []].flat()
      await takeFromCall(platform, body.mail.bytes, { from: body.from, to })
      return reply.code(200).send()
    },
  })

  // The mail is in the call, or SES has stored it and the call names it.
  app.post('/api/ses/webhook', {
    config: { allow: 'public', limit: LIMIT },
    // A mail in base64 is a third longer.
    bodyLimit: bodyLimit * 1.4,
    onRequest,
    schema: {
      body: Type.Object({
        message_id: Anything,
        from_address: Anything,
        forwarded_to: Anything,
        to_addresses: Anything,
        mail: Anything,
        receipt: Anything,
        content: Anything,
      }),
      response: { 200: Nothing },
    },
    async handler({ body }, reply) {
      const call = readSesCall(body)
      if (call?.content && call.content.length > bodyLimit) throw new HttpError(413, 'The mail is too large')
      if (call?.content) await takeSesMail(platform, call.content, call.mail)
      else if (call) await takeFromSesLater(platform, call.mail)
      return reply.code(200).send()
    },
  })
}

/** Refused mail is answered with 406: Mailgun and others do not send it again then. */
export async function takeFromCall(platform: Platform, raw: Buffer, envelope: Envelope, provider_id?: string) {
  const verdict = checkSender(raw)
  const outcome = await takeMail(platform, { raw, envelope, source: 'http', provider_id, verdict })
  if (outcome.state === 'refused') throw new HttpError(406, `This mail is not accepted: ${outcome.reason}`)
}
