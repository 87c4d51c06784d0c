import { Nothing } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type Stripe from 'stripe'
import { forbidden, HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import type { Platform } from '../../../platform/platform.js'
import { clientOf } from '../stripe/ask-stripe.js'
import { idOf } from '../stripe/present.js'
import { followSubscription } from './follow-later.js'
import { takeEvent } from './unscoped.js'

const MOST_BYTES = 1_000_000
const FOLLOWED = /^(customer\.subscription|invoice)\./

/** Stripe says that something changed. The event is only a hint: the state is read from Stripe. */
export function webhookRoute(app: App) {
  const { platform } = app
  const bodies = new WeakMap<FastifyRequest, Buffer>()

  app.post('/api/stripe/webhook', {
    config: { allow: 'public', limit: { per_ip: 6_000, subject: 6_000 } },
    schema: { response: { 200: Nothing } },
    // The signature is about the bytes, so they are kept from the parser.
    async preParsing(request, _reply, payload) {
      bodies.set(request, await readBytes(payload))
      request.headers['content-length'] = '2'
      return Readable.from(['{}'])
    },
    async handler(request, reply) {
      const event = await verifyEvent(platform, bodies.get(request), request.headers['stripe-signature'])
      const customer = customerOf(event)
      await takeEvent(platform, event.id, customer, (account) =>
        account.enqueue(followSubscription, { account_id: account.id }),
      )
      return reply.code(200).send()
    },
  })
}

async function readBytes(payload: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of payload) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new HttpError(413, 'Request Entity Too Large', { envelope: 'framework' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The signature is valid for five minutes. Stripe signs each repetition anew. */
async function verifyEvent(platform: Platform, bytes: Buffer | undefined, signature: unknown): Promise<Stripe.Event> {
  const stripe = await clientOf(platform)
  const { stripe_webhook_secret } = platform.config
  if (!stripe_webhook_secret) throw forbidden('STRIPE_WEBHOOK_SECRET is not set.')
  try {
    return stripe.webhooks.constructEvent(
      bytes ?? '',
      typeof signature === 'string' ? signature : '',
      stripe_webhook_secret,
    )
  } catch {
    throw new HttpError(400, 'The signature is not valid.')
  }
}

function customerOf({ type, data }: Stripe.Event): string | undefined {
  if (!FOLLOWED.test(type)) return undefined
  const { customer } = data.object as { customer?: string | { id: string } | null }
  return customer ? idOf(customer) : undefined
}
