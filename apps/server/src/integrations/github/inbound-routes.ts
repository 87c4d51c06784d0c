import { Nothing } from '@papercups/contract'
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { storeEvent } from '../../features/channels/chat-services/take-events.js'
import { findAccountsOf } from '../../features/channels/chat-services/unscoped.js'
import { malformed, unauthenticated } from '../../platform/errors.js'
import type { App } from '../../platform/http/app.js'
import { isSame } from '../../platform/http/has-token.js'
import { keepRawBody, rawBodyOf } from '../../platform/http/raw-body.js'
import type { Platform } from '../../platform/platform.js'
import { githubEvents, type StoredGithubEvent } from './take-event.js'

/** GitHub calls for all installations from few IPs. */
const LIMIT = { per_ip: 6_000, subject: 6_000 }
/** The body of an issue has up to 65,536 characters, and comes with descriptions of everything around it. */
const BODY_BYTES = 1_000_000
/** Other events are acknowledged and not stored. */
const ACTIONS: Record<string, string[]> = {
  installation: ['deleted', 'suspend', 'unsuspend'],
  issues: ['closed', 'reopened', 'transferred'],
}

interface Payload {
  action?: unknown
  installation?: { id?: unknown }
  issue?: { id?: unknown; html_url?: unknown }
}

/** GitHub's own calls. They are answered as soon as the event is stored; a job does the rest. */
export function inboundRoutes(app: App) {
  const { platform } = app
  app.post('/api/github/webhook', {
    config: { allow: 'public', limit: LIMIT },
    bodyLimit: BODY_BYTES,
    preParsing: keepRawBody,
    preValidation: async (request: FastifyRequest) => requireSignature(platform, request),
    schema: { body: Type.Object({}), response: { 200: Nothing } },
    async handler(request, reply) {
      const { 'x-github-event': event, 'x-github-delivery': event_id } = request.headers
      await store(platform, String(event ?? ''), String(event_id ?? ''), readPayload(request))
      return reply.code(200).send()
    },
  })
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
function requireSignature({ config }: Platform, request: FastifyRequest) {
  const secret = config.github_webhook_secret
  const expected = createHmac('sha256', secret ?? '')
    .update(rawBodyOf(request))
    .digest('hex')
  const signature = String(request.headers['x-hub-signature-256'] ?? '')
  if (!secret || !isSame(signature, `sha256=${expected}`)) throw unauthenticated()
}

/** From the raw body: only declared fields of a body reach a handler. */
function readPayload(request: FastifyRequest): Payload {
  try {
    const payload: unknown = JSON.parse(rawBodyOf(request).toString('utf8'))
    if (typeof payload === 'object' && payload !== null) return payload
  } catch {
    // Answered below.
  }
  throw malformed()
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)
const isUrl = (value: unknown): value is string => typeof value === 'string' && value.length <= 2_000

/** Several accounts may use one installation. */
async function store(platform: Platform, event: string, event_id: string, payload: Payload) {
  const { action, installation, issue } = payload
  if (typeof action !== 'string' || !ACTIONS[event]?.includes(action) || !isNumber(installation?.id)) return
  if (!event_id || event_id.length > 100) throw malformed()
  const installation_id = String(installation.id)
  const body: StoredGithubEvent & Record<string, unknown> = { installation_id }
  if (event === 'issues') {
    if (!isNumber(issue?.id) || !isUrl(issue.html_url)) throw malformed()
    body.issue = { id: issue.id, html_url: issue.html_url }
  }
  const order_key = `${installation_id} ${body.issue?.id ?? ''}`
  for (const id of await findAccountsOf(platform, { service: 'github', team_id: installation_id, channel_id: '' }))
    await storeEvent(platform.account(id), githubEvents, { event_id, order_key, body })
}
