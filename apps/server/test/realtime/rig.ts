import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeFrame, type Frame, type Vsn } from '@papercups/wire'
import { Type } from 'typebox'
import { WebSocket } from 'ws'
import type { Account } from '../../src/platform/account.js'
import { forbidden, invalid } from '../../src/platform/errors.js'
import type { Caller } from '../../src/platform/feature.js'
import type { Platform } from '../../src/platform/platform.js'
import { createRealtime, type RealtimeOptions, type RealtimeServer } from '../../src/platform/realtime/realtime.js'
import { defineTopic, defineTopicEvent } from '../../src/platform/realtime/topic.js'

/** Ada is the admin, Ben a member. Their tokens are their names. */
const staff = new Map<string, Caller>(
  Object.entries({
    ada: {
      account: { id: 'acme' } as Account,
      user: { id: 1, email: 'ada@acme.test', role: 'admin', session_id: 'a' },
    },
    ben: { account: { id: 'acme' } as Account, user: { id: 2, email: 'ben@acme.test', role: 'user', session_id: 'b' } },
  }),
)

/** Small versions of the real topics. Joins and shouts wait for `gate.wait`; `ran` lists the shouts that ran. */
export function smallTopics(realtime: () => RealtimeServer) {
  const ran: string[] = []
  const gate = { wait: Promise.resolve() as Promise<unknown> }
  const refused = new Set<string | undefined>()

  const shout = defineTopicEvent({
    allow: 'public',
    input: Type.Object({ body: Type.String({ minLength: 1 }) }),
    async run(topic: string, { body }) {
      ran.push(`start ${body}`)
      await gate.wait
      ran.push(`end ${body}`)
      realtime().broadcast(topic, 'shout', { body })
    },
  })
  const empty = Type.Object({})
  const topics = [
    defineTopic({
      name: 'notification:{account_id}',
      allow: 'user',
      async join({ caller, params: { account_id } }) {
        if (!caller || caller.account.id !== account_id) throw forbidden('Unauthorized')
        const topic = `notification:${account_id}`
        const present = { key: `user:${caller.user.id}`, meta: { user_id: caller.user.id } }
        return {
          member: topic,
          presence: true,
          track: [
            { topic, ...present },
            { topic: `room:${account_id}`, ...present },
          ],
        }
      },
      events: {
        shout,
        promote: defineTopicEvent({ allow: 'admin', input: empty, run: async () => ({ promoted: true }) }),
        refuse: defineTopicEvent({
          allow: 'user',
          input: empty,
          async run() {
            throw invalid({ body: ['is bad'] }, 'No')
          },
        }),
        fail: defineTopicEvent({
          allow: 'user',
          input: empty,
          async run() {
            throw new Error('secret detail')
          },
        }),
      },
    }),
    defineTopic({
      name: 'room:{account_id}',
      allow: 'public',
      join: async ({ params }) => ({ member: `room:${params.account_id}`, presence: true }),
      events: { shout },
    }),
    defineTopic({
      name: 'conversation:{conversation_id}',
      allow: 'public',
      async join({ params: { conversation_id }, payload: { customer_id } }) {
        const isRefused = refused.has(conversation_id)
        await gate.wait
        if (conversation_id === 'broken') throw new Error('secret detail')
        const topic = `conversation:${conversation_id}`
        if (isRefused) throw forbidden('Unauthorized')
        if (typeof customer_id !== 'string') return { member: topic, visits: 'acme' }
        const present = { key: `customer:${customer_id}`, meta: { customer_id } }
        return {
          member: topic,
          visits: 'acme',
          presence: true,
          track: [
            { topic, ...present },
            { topic: 'notification:acme', ...present },
          ],
        }
      },
      events: {
        shout,
        limited: defineTopicEvent({
          allow: 'public',
          input: empty,
          limit: (topic: string) => [[`visitor ${topic}`, 3]],
          run: async () => {},
        }),
      },
    }),
    defineTopic({ name: 'conversation:lobby', allow: 'public', join: async () => ({ member: 'lobby' }), events: {} }),
    defineTopic({
      name: 'conversation:lobby:{customer_id}',
      allow: 'public',
      join: async ({ params }) => ({ member: params.customer_id }),
      events: { who: defineTopicEvent({ allow: 'public', input: empty, run: async (id: string) => ({ id }) }) },
    }),
    defineTopic({
      name: 'watched:{session_id}',
      allow: 'public',
      lossy: true,
      join: async () => ({ member: undefined }),
      events: {},
    }),
    defineTopic({
      name: 'events:{session_id}',
      allow: 'public',
      join: async () => ({ member: undefined }),
      events: { emit: defineTopicEvent({ allow: 'public', input: empty, run: async () => {} }) },
    }),
  ]
  return { topics, ran, gate, refused }
}

export async function startRealtime(options: Partial<RealtimeOptions> = {}) {
  const logged: string[] = []
  const note = (fields: object | string, message?: string) => void logged.push(message ?? String(fields))
  const { topics, ran, gate, refused } = smallTopics(() => realtime)
  const realtime: RealtimeServer = createRealtime({
    topics,
    platform: {} as Platform,
    log: { error: note, warn: note },
    authenticate: async (token) => staff.get(token),
    ipOf: () => '203.0.113.7',
    siteOf: () => undefined,
    ...options,
  })
  const server = createServer()
  realtime.attach(server)
  await realtime.ready
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    realtime,
    server,
    port,
    ran,
    gate,
    refused,
    logged,
    url: `ws://127.0.0.1:${port}/socket`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await realtime.close()
    },
  }
}

/** Sends frames as given, valid or not, and keeps every frame that it receives. */
export class RawClient {
  readonly socket: WebSocket
  readonly vsn: Vsn
  readonly frames: Frame[] = []
  closed: number | undefined
  #woken: Array<() => void> = []
  #ref = 0

  constructor(url: string, { vsn = '2.0.0' as Vsn, token = undefined as string | undefined } = {}) {
    this.vsn = vsn
    this.socket = new WebSocket(`${url}/websocket?vsn=${vsn}${token === undefined ? '' : `&token=${token}`}`)
    this.socket.on('message', (data: Buffer) => {
      const frame = decodeFrame(vsn, data.toString())
      if (frame) this.frames.push(frame)
      this.#wake()
    })
    this.socket.on('close', (code) => {
      this.closed = code
      this.#wake()
    })
    this.socket.on('error', () => {})
  }

  #wake() {
    for (const wake of this.#woken.splice(0)) wake()
  }

  async opened() {
    if (this.socket.readyState === WebSocket.OPEN) return this
    await new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject))
    return this
  }

  send(topic: string, event: string, payload: unknown = {}, join_ref: string | null = 'j') {
    const ref = String((this.#ref += 1))
    const frame = { topic, event, payload, ref, join_ref }
    this.socket.send(JSON.stringify(this.vsn === '2.0.0' ? [join_ref, ref, topic, event, payload] : frame))
    return ref
  }

  /** Resolves when `find` returns a result. Tries again after each frame. */
  async until<T>(find: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = find()
      if (found) return found
      await new Promise<void>((resolve) => this.#woken.push(resolve))
    }
  }

  async reply(ref: string) {
    const frame = await this.until(() => this.frames.find((frame) => frame.event === 'phx_reply' && frame.ref === ref))
    return frame.payload as { status: string; response: Record<string, unknown> }
  }

  ask(topic: string, event: string, payload: unknown = {}) {
    return this.reply(this.send(topic, event, payload))
  }

  join(topic: string, payload: unknown = {}) {
    return this.ask(topic, 'phx_join', payload)
  }

  received<T = Record<string, unknown>>(event: string) {
    return this.frames.filter((frame) => frame.event === event).map((frame) => frame.payload as T)
  }

  waitFor(event: string, count = 1) {
    return this.until(() => this.received(event).length >= count && this.received(event))
  }

  closeCode() {
    return this.until(() => this.closed)
  }
}
