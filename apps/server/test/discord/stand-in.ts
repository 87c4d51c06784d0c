import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { idAt, type DiscordMessage } from '../../src/integrations/discord/discord-api.js'

type Values = ReturnType<typeof JSON.parse>

export interface DiscordPosted extends DiscordMessage {
  channel_id: string
  nonce?: string
}

/** How one call goes wrong. */
type Fault =
  | { status: number; message?: string; code?: number; headers?: Record<string, string>; html?: string }
  | 'lost answer'
  | 'works'

export const TOKEN = 'the-token-of-the-bot'
const BOT = { id: '900', username: 'papercups', global_name: null, bot: true }
const GUILD = { id: '700', name: 'Acme' }
const READS_MESSAGES = 1 << 19

/** Discord at the HTTP level, with the shapes of https://docs.discord.com/developers/reference. */
export async function startDiscord({ port = 0 } = {}) {
  const messages: DiscordPosted[] = []
  const threads = new Map<string, { id: string; parent_id: string; name: string; archived: boolean }>()
  const channels = [
    { id: '701', name: 'general', type: 0 },
    { id: '702', name: 'support', type: 0 },
    { id: '703', name: 'Voice', type: 2 },
  ]
  const files = new Map<string, Buffer>()
  const faults = new Map<string, Fault[]>()
  const calls: string[] = []
  let token = TOKEN
  let flags = READS_MESSAGES
  let count = 0n
  /** Ids grow with time, as Discord's do. */
  const newId = () => String(BigInt(idAt(new Date())) + ++count)

  const add = (message: Partial<DiscordPosted>) => {
    const added = {
      id: newId(),
      channel_id: '',
      type: 0,
      content: '',
      author: BOT,
      timestamp: new Date().toISOString(),
    }
    messages.push({ ...added, ...message })
    const thread = threads.get(message.channel_id ?? '')
    if (thread) thread.archived = false
    return messages.at(-1) as DiscordPosted
  }
  const inChannel = (id: string | undefined) => messages.filter(({ channel_id }) => channel_id === id)
  const exists = (id: string) => threads.has(id) || channels.some((channel) => channel.id === id)

  const routes: Array<[string, (match: string[], values: Values, query: URLSearchParams) => unknown]> = [
    ['GET applications/@me', () => ({ id: '800', name: 'Papercups', flags })],
    ['GET users/@me/guilds', () => [{ ...GUILD, icon: null, owner: false, permissions: '0' }]],
    [`GET guilds/${GUILD.id}/channels`, () => channels.map((channel) => ({ ...channel, guild_id: GUILD.id }))],
    [
      `GET guilds/${GUILD.id}/threads/active`,
      () => ({
        threads: [...threads.values()]
          .filter(({ archived }) => !archived)
          .map(({ id, parent_id, name }) => ({
            id,
            parent_id,
            name,
            type: 11,
            guild_id: GUILD.id,
            last_message_id: inChannel(id).at(-1)?.id ?? null,
          })),
        members: [],
      }),
    ],
    [
      'POST channels/(\\d+)/messages',
      ([channel_id = ''], { content, nonce }) => {
        if (!exists(channel_id)) return undefined
        return inChannel(channel_id).find((one) => nonce && one.nonce === nonce) ?? add({ channel_id, content, nonce })
      },
    ],
    [
      'GET channels/(\\d+)/messages',
      ([channel_id = ''], _, query) =>
        exists(channel_id) &&
        inChannel(channel_id)
          .filter(({ id }) => BigInt(id) > BigInt(query.get('after') ?? 0))
          .slice(0, Number(query.get('limit') ?? 50))
          .toReversed(),
    ],
    [
      'POST channels/(\\d+)/messages/(\\d+)/threads',
      ([parent_id = '', id = ''], { name }) => {
        threads.set(id, { id, parent_id, name, archived: false })
        return { id, parent_id, name, type: 11, guild_id: GUILD.id }
      },
    ],
    [
      'PATCH channels/(\\d+)/messages/(\\d+)',
      ([channel_id, id], { content }) => {
        const found = inChannel(channel_id).find((one) => one.id === id)
        return found && Object.assign(found, { content })
      },
    ],
    [
      'DELETE channels/(\\d+)/messages/(\\d+)',
      ([channel_id, id]) => {
        const at = messages.findIndex((one) => one.channel_id === channel_id && one.id === id)
        return at >= 0 && messages.splice(at, 1)
      },
    ],
  ]

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://discord')
    const file = files.get(url.pathname)
    if (file) return reply.writeHead(200).end(file)
    const call = `${request.method} ${url.pathname.replace('/api/v10/', '')}`
    const body = await readAll(request)
    calls.push(call)
    const fail = (status: number, message: string, code = 0, headers = {}) =>
      reply
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ message, code, ...(status === 429 && { retry_after: 1, global: false }) }))
    const fault = (faults.get(call) ?? faults.get(call.replace(/messages\/\d+/, 'messages/*')))?.shift()
    if (typeof fault === 'object') {
      if (fault.html) return reply.writeHead(fault.status, { 'content-type': 'text/html' }).end(fault.html)
      return fail(fault.status, fault.message ?? 'It failed.', fault.code, fault.headers)
    }
    if (request.headers.authorization !== `Bot ${token}`) return fail(401, '401: Unauthorized')
    if (!request.headers['user-agent']?.startsWith('DiscordBot (')) return fail(403, 'Forbidden')
    const values = body ? JSON.parse(body) : {}
    if (String(values.content ?? '').length > 2_000) return fail(400, 'Invalid Form Body', 50_035)
    for (const [pattern, run] of routes) {
      const match = new RegExp(`^${pattern}$`).exec(call)
      if (!match) continue
      if (pattern.endsWith('threads') && threads.has(match[2] ?? ''))
        return fail(400, 'A thread has already been created for this message', 160_004)
      const result = run(match.slice(1), values, url.searchParams)
      if (!result) break
      if (fault === 'lost answer') return request.socket.destroy()
      if (request.method === 'DELETE') return reply.writeHead(204).end()
      return reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
    }
    return call.includes('/messages/') ? fail(404, 'Unknown Message', 10_008) : fail(404, 'Unknown Channel', 10_003)
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    calls,
    messages,
    threads,
    channels,
    files,
    guild_id: GUILD.id,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    newId,
    /** Somebody writes a message. */
    add,
    /** `messages/*` is any message. */
    fail: (call: string, ...next: Fault[]) => void faults.set(call, next),
    setToken: (valid: string) => void (token = valid),
    setFlags: (given: number = READS_MESSAGES) => void (flags = given),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type DiscordStandIn = Awaited<ReturnType<typeof startDiscord>>

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
