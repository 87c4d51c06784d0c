import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const SIGNING_SECRET = 'the signing secret of the stories'

type Values = ReturnType<typeof JSON.parse>

export interface SlackCall {
  method: string
  token: string | undefined
  values: Values
}

export interface SlackPosted {
  channel: string
  ts: string
  text: string
  thread_ts?: string
  blocks?: Values[]
  username?: string
  metadata?: Values
}

/** How one call goes wrong, or that it works. */
export type Fault =
  | { error: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'works'
  | 'hang up'
  | 'hang up after storing'
  /** It is stored, and there is never an answer. */
  | { stored: () => void }

/** Slack at the HTTP level, with the shapes of https://docs.slack.dev/reference/methods. */
export async function startSlack({ port = 0 } = {}) {
  const calls: SlackCall[] = []
  const posts: SlackPosted[] = []
  const users = new Map<string, Values>()
  const files = new Map<string, { bytes: Buffer; type: string }>()
  const faults = new Map<string, Fault[]>()
  const channels = new Map<string, Values>()
  let revoked = false
  let clock = 0
  const nextTs = () => {
    clock = Math.max(clock + 1, Date.now() * 1_000)
    return `${Math.floor(clock / 1_000_000)}.${String(clock % 1_000_000).padStart(6, '0')}`
  }

  const toPage = (messages: SlackPosted[], { limit = 100, cursor = 0 }: Values) => {
    const end = Number(cursor) + Math.min(Number(limit), slack.page_size)
    const has_more = end < messages.length
    const response_metadata = { next_cursor: has_more ? String(end) : '' }
    return { ok: true, messages: messages.slice(Number(cursor), end), has_more, response_metadata }
  }

  const methods: Record<string, (values: Values) => object> = {
    'oauth.v2.access': ({ code }) =>
      code === 'bad'
        ? { ok: false, error: 'invalid_code' }
        : {
            ok: true,
            access_token: `xoxb-${code}`,
            token_type: 'bot',
            scope: 'chat:write,chat:write.customize,incoming-webhook',
            bot_user_id: 'U0BOT',
            app_id: 'A0APP',
            team: { id: slack.team, name: 'Acme' },
            authed_user: { id: 'U0ADA' },
            incoming_webhook: {
              channel: `#${slack.channel.toLowerCase()}`,
              channel_id: slack.channel,
              configuration_url: 'https://acme.slack.com/services/B1',
              url: `${slack.url}/hooks/1`,
            },
          },
    'chat.postMessage'({ channel, text, thread_ts, blocks, username, metadata }) {
      const post = { channel, ts: nextTs(), text, ...(thread_ts && { thread_ts }), blocks, username, metadata }
      posts.push(post)
      return { ok: true, channel, ts: post.ts, message: { type: 'message', text, ts: post.ts } }
    },
    'chat.update'({ channel, ts, text, blocks }) {
      const post = posts.find((one) => one.channel === channel && one.ts === ts)
      if (!post) return { ok: false, error: 'message_not_found' }
      Object.assign(post, { text, blocks })
      return { ok: true, channel, ts, text }
    },
    'chat.delete'({ channel, ts }) {
      const at = posts.findIndex((one) => one.channel === channel && one.ts === ts)
      if (at < 0) return { ok: false, error: 'message_not_found' }
      posts.splice(at, 1)
      return { ok: true, channel, ts }
    },
    'conversations.history': ({ channel, oldest, latest, ...rest }) =>
      toPage(
        posts
          .filter((post) => post.channel === channel && !post.thread_ts)
          .filter(({ ts }) => (!oldest || Number(ts) > Number(oldest)) && (!latest || Number(ts) <= Number(latest)))
          .toReversed(),
        rest,
      ),
    'conversations.replies': ({ channel, ts, ...rest }) =>
      toPage(
        posts.filter((post) => post.channel === channel && (post.ts === ts || post.thread_ts === ts)),
        rest,
      ),
    'conversations.info': ({ channel }) =>
      channels.has(channel) ? { ok: true, channel: channels.get(channel) } : { ok: false, error: 'channel_not_found' },
    'conversations.list': () => ({
      ok: true,
      channels: [...channels.values()],
      response_metadata: { next_cursor: '' },
    }),
    'users.info': ({ user }) =>
      users.has(user) ? { ok: true, user: users.get(user) } : { ok: false, error: 'user_not_found' },
    'chat.getPermalink': ({ channel, message_ts }) => ({
      ok: true,
      channel,
      permalink: `https://acme.slack.com/archives/${channel}/p${String(message_ts).replace('.', '')}`,
    }),
    'auth.revoke': () => ({ ok: true, revoked: (revoked = true) }),
  }

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://slack')
    const body = await readAll(request)
    const file = files.get(url.pathname)
    if (file) return reply.writeHead(200, { 'content-type': file.type }).end(file.bytes)
    const method = url.pathname.replace('/api/', '')
    const values = readValues(request, url, body)
    const token = request.headers.authorization?.replace('Bearer ', '')
    calls.push({ method, token, values })
    const fault = faults.get(method)?.shift()
    if (fault === 'hang up') return request.socket.destroy()
    if (typeof fault === 'object' && 'status' in fault)
      return reply.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '')
    const result =
      typeof fault === 'object' && 'error' in fault
        ? { ok: false, error: fault.error }
        : methodAnswer(method, token, values)
    if (fault === 'hang up after storing') return request.socket.destroy()
    if (typeof fault === 'object' && 'stored' in fault) return fault.stored()
    return reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
  }
  const methodAnswer = (method: string, token: string | undefined, values: Values) => {
    if (method.startsWith('/hooks/')) return { ok: true }
    if (revoked && token) return { ok: false, error: 'token_revoked' }
    return methods[method]?.(values) ?? { ok: false, error: 'unknown_method' }
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const slack = {
    calls,
    posts,
    users,
    files,
    channels,
    team: `T${randomUUID().slice(0, 8)}`,
    /** The channel that the next OAuth chooses. */
    channel: `C${randomUUID().slice(0, 8)}`,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextTs,
    /** Slack gives fewer messages than asked for when it likes. */
    page_size: 1_000,
    fail: (method: string, ...next: Fault[]) => void faults.set(method, next),
    setRevoked: (is_revoked: boolean) => void (revoked = is_revoked),
    isRevoked: () => revoked,
    callsOf: (method: string) => calls.filter((call) => call.method === method),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return slack
}

export type SlackStandIn = Awaited<ReturnType<typeof startSlack>>

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function readValues(request: IncomingMessage, url: URL, body: string): Values {
  if (request.headers['content-type']?.includes('json')) return JSON.parse(body)
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)])
}

/** The headers with which Slack signs a call. */
export function signed(body: string, { secret = SIGNING_SECRET, at = Date.now() } = {}) {
  const timestamp = String(Math.floor(at / 1_000))
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` }
}
