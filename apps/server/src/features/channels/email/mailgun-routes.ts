import { Nothing } from '@papercups/contract'
import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { HttpError, malformed, unauthenticated } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { UploadedFile } from '../../../platform/http/body.js'
import { isSame } from '../../../platform/http/has-token.js'
import type { Platform } from '../../../platform/platform.js'
import { LIMIT, takeFromCall } from './inbound-routes.js'
import { composeFromMailgun } from './compose-from-mailgun.js'

/** Signatures of older calls are refused. */
const SIGNATURE_MS = 24 * 3_600_000

const Line = Type.Optional(Type.String({ maxLength: 1_000 }))
const call = {
  timestamp: Type.String({ maxLength: 20 }),
  token: Type.String({ maxLength: 100 }),
  signature: Type.String({ maxLength: 100 }),
  recipient: Type.String({ maxLength: 5_000 }),
  sender: Line,
}

/** Mailgun sends the raw mail to paths that end in `mime`, and a parsed one to others. */
export function mailgunRoutes(app: App) {
  const { platform } = app
  const most = platform.config.mail_in_max_mb * 1_000_000
  const shared = {
    // Bytes of a mail, and those of a form, which may need three characters for each.
    bodyLimit: most * 3,
    onRequest: async () => {
      if (!platform.config.mailgun_signing_key) throw unauthenticated()
    },
  }

  app.post('/api/mail/inbound/mime', {
    ...shared,
    config: { allow: 'public', limit: LIMIT, fields_as_latin1: true },
    schema: {
      body: Type.Object({ ...call, 'body-mime': Type.String() }),
      response: { 200: Nothing },
    },
    async handler({ body }, reply) {
      requireSignature(platform, body)
      // One character for each byte of the mail, in whichever charset it is.
      const raw = Buffer.from(body['body-mime'], 'latin1')
      if (raw.length > most) throw new HttpError(413, 'The mail is too large')
      await takeFromCall(platform, raw, envelopeOf(body), body.token)
      return reply.code(200).send()
    },
  })

  app.post('/api/mail/inbound/mailgun', {
    ...shared,
    config: { allow: 'public', limit: LIMIT, files: 100 },
    // `attachment-1` and so on, in one field that the schema can name.
    preValidation: async (request) => {
      const files = Object.entries(request.body).filter(([, value]) => value instanceof UploadedFile)
      request.body.files = Object.fromEntries(files)
    },
    schema: {
      body: Type.Object({
        ...call,
        from: Line,
        subject: Type.Optional(Type.String()),
        'body-plain': Type.Optional(Type.String()),
        'body-html': Type.Optional(Type.String()),
        'message-headers': Type.Optional(Type.String()),
        'content-id-map': Type.Optional(Type.String()),
        files: Type.Unknown(),
      }),
      response: { 200: Nothing },
    },
    async handler({ body }, reply) {
      requireSignature(platform, body)
      const raw = await composeFromMailgun(body)
      if (raw.length > most * 1.4) throw new HttpError(413, 'The mail is too large')
      await takeFromCall(platform, raw, envelopeOf(body), body.token)
      return reply.code(200).send()
    },
  })
}

const envelopeOf = ({ recipient, sender }: { recipient: string; sender?: string }) => ({
  from: sender,
  to: recipient.split(',').map((email) => email.trim()),
})

function requireSignature(
  { config }: Platform,
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
) {
  const { mailgun_signing_key } = config
  if (!mailgun_signing_key) throw unauthenticated()
  const seconds = Number(timestamp)
  if (!Number.isSafeInteger(seconds)) throw malformed()
  const expected = createHmac('sha256', mailgun_signing_key)
    .update(timestamp + token)
    .digest('hex')
  const recent = Math.abs(Date.now() - seconds * 1_000) < SIGNATURE_MS
  if (!recent || !isSame(signature, expected)) throw unauthenticated()
}
