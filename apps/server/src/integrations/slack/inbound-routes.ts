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
import {
  threadOf,
  type SlackAction,
  type SlackMessage,
  type SlackReaction,
  type SlackRevocation,
  type StoredEvent,
} from './slack-event.js'
import { slackService } from './slack-service.js'

/** Slack calls for all workspaces of an install from few IPs. */
const LIMIT = { per_ip: 6_000, subject: 6_000 }
/** Calls that were signed longer ago are refused. */
const SKEW_SECONDS = 300
const BODY_BYTES = 1_000_000

interface Envelope {
  type?: string
  challenge?: unknown
  event_id?: unknown
  team_id?: unknown
  event_time?: unknown
  event?: SlackMessage | SlackReaction | SlackRevocation
}

/** Slack's own calls. They are answered as soon as the event is stored; a job does the rest. */
export function inboundRoutes(app: App) {
  const { platform } = app
  const options = {
    config: { allow: 'public' as const, limit: LIMIT },
    bodyLimit: BODY_BYTES,
    preParsing: keepRawBody,
    preValidation: async (request: FastifyRequest) => requireSignature(platform, request),
    schema: { body: Type.Object({}), response: { 200: Type.Union([Nothing, Type.String()]) } },
  }

  app.post('/api/slack/webhook', {
    ...options,
    async handler(request, reply) {
      const envelope = readJson<Envelope>(rawBodyOf(request).toString('utf8'))
      if (typeof envelope.challenge === 'string') return reply.type('text/plain').send(envelope.challenge)
      await storeCall(platform, envelope)
      return reply.code(200).send()
    },
  })

  app.post('/api/slack/actions', {
    ...options,
    async handler(request, reply) {
      const payload = new URLSearchParams(rawBodyOf(request).toString('utf8')).get('payload')
      await storeAction(platform, readJson<SlackAction>(payload ?? ''))
      return reply.code(200).send()
    },
  })
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
function requireSignature({ config }: Platform, request: FastifyRequest) {
  const timestamp = String(request.headers['x-slack-request-timestamp'] ?? '')
  const signature = String(request.headers['x-slack-signature'] ?? '')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0
  const is_recent = Math.abs(Date.now() / 1_000 - seconds) <= SKEW_SECONDS
  const expected = createHmac('sha256', config.slack_signing_secret ?? '')
    .update(`v0:${timestamp}:`)
    .update(rawBodyOf(request))
    .digest('hex')
  if (!config.slack_signing_secret || !is_recent || !isSame(signature, `v0=${expected}`)) throw unauthenticated()
}

function readJson<T extends object>(text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Answered below.
  }
  throw malformed()
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 255

/** Events that nobody handles are acknowledged, so that Slack does not repeat them. */
async function storeCall(platform: Platform, { type, event_id, event_time, team_id, event }: Envelope) {
  if (type !== 'event_callback' || !isText(event_id) || !event) return
  if (event.type === 'app_uninstalled' || event.type === 'tokens_revoked') {
    const revocation = { ...event, ...(typeof event_time === 'number' && { event_time }) }
    return store(platform, { event_id, team_id, channel: event.type, thread: '', event: revocation })
  }
  if (event.type === 'reaction_added') {
    const { channel, ts } = event.item ?? {}
    if (!isText(channel) || !isText(ts)) return
    return store(platform, { event_id, team_id, channel, thread: ts, event })
  }
  // Posts of bots, our own among them: taking them back would echo forever.
  if (event.type !== 'message' || event.bot_id || event.message?.bot_id || event.previous_message?.bot_id) return
  if (!isText(event.channel) || !isText(event.ts)) return
  return store(platform, { event_id, team_id, channel: event.channel, thread: threadOf(event), event })
}

/** Slack gives clicks no id. Each has a time of its own. */
async function storeAction(platform: Platform, action: SlackAction) {
  const { team, channel, message, actions = [] } = action
  const action_ts = actions[0]?.action_ts
  if (action.type !== 'block_actions' || !isText(channel?.id) || !isText(message?.ts) || !isText(action_ts)) return
  const event_id = `action ${channel.id} ${message.ts} ${action_ts}`
  await store(platform, { event_id, team_id: team?.id, channel: channel.id, thread: message.ts, event: action })
}

interface Call {
  event_id: string
  team_id: unknown
  channel: string
  thread: string
  event: StoredEvent['event']
}

/** Two accounts may have connected the same team: the owner of the channel gets it. */
async function store(platform: Platform, { event_id, team_id: given, channel, thread, event }: Call) {
  const team_id = isText(given) ? given : null
  for (const id of await findAccountsOf(platform, { service: 'slack', team_id, channel_id: channel })) {
    const body: StoredEvent = { team_id, event }
    const new_event = { event_id, order_key: `${channel} ${thread}`.slice(0, 255), body }
    await storeEvent(platform.account(id), slackService, new_event)
  }
}
