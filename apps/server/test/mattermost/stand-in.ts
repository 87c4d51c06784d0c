import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MattermostPost } from '../../src/integrations/mattermost/mattermost-api.js'

type Values = ReturnType<typeof JSON.parse>

export interface MattermostPosted extends MattermostPost {
  file_ids?: string[]
  props: Values
}

/** How one call goes wrong. */
type Fault =
  | { status: number; message?: string; headers?: Record<string, string>; html?: string }
  | 'lost answer'
  /** It is stored, and there is never an answer. */
  | { stored: () => void }

export const TOKEN = 'the-token-of-the-bot'

/** Mattermost at the HTTP level, with the shapes of https://developers.mattermost.com/api-documentation/. */
export async function startMattermost({ port = 0 } = {}) {
  const posts: MattermostPosted[] = []
  const users = new Map<string, Values>()
  const files = new Map<string, { name: string; size: number; bytes: Buffer }>()
  const faults = new Map<string, Fault[]>()
  const calls: string[] = []
  const channels = [
    { id: newId(), name: 'town-square', display_name: 'Town Square', type: 'O', team_id: 'team1' },
    { id: newId(), name: 'support', display_name: 'Support', type: 'O', team_id: 'team1' },
  ]
  let token = TOKEN

  const toList = (found: MattermostPosted[]) => ({
    order: found.map(({ id }) => id),
    posts: Object.fromEntries(found.map((post) => [post.id, post])),
  })
  const routes: Array<[string, (match: string[], values: Values, query: URLSearchParams) => unknown]> = [
    ['GET users/me/teams', () => [{ id: 'team1', name: 'acme', display_name: 'Acme' }]],
    [
      'GET teams/(.+)/channels',
      (_, __, query) => (query.get('page') === '0' ? channels.map((channel) => ({ ...channel, header: '' })) : []),
    ],
    [
      'POST posts',
      (_, { channel_id, message, root_id = '', props = {} }) => add({ channel_id, message, root_id, props }),
    ],
    [
      'PUT posts/(.+)/patch',
      ([id], { message }) => {
        const post = posts.find((one) => one.id === id)
        return post && Object.assign(post, { message })
      },
    ],
    [
      'DELETE posts/(.+)',
      ([id]) => {
        const at = posts.findIndex((one) => one.id === id)
        return at >= 0 && posts.splice(at, 1) && { status: 'OK' }
      },
    ],
    ['GET posts/(.+)/thread', ([id]) => toList(posts.filter((post) => post.id === id || post.root_id === id))],
    ['GET posts/(.+)', ([id]) => posts.find((post) => post.id === id)],
    [
      'GET channels/(.+)/posts',
      ([id], _, query) =>
        toList(posts.filter((post) => post.channel_id === id && post.create_at >= Number(query.get('since')))),
    ],
    ['GET users/(.+)', ([id]) => users.get(id ?? '')],
    [
      'GET files/(.+)/info',
      ([id]) => {
        const file = files.get(id ?? '')
        return file && { id, name: file.name, size: file.size }
      },
    ],
  ]
  const add = (post: Partial<MattermostPosted>) => {
    const added = {
      id: newId(),
      channel_id: '',
      user_id: 'bot',
      root_id: '',
      message: '',
      type: '',
      props: {},
      ...post,
    }
    // As Mattermost does with the posts of bot accounts.
    if (added.user_id === 'bot') added.props = { ...(added.props as object), from_bot: 'true' }
    posts.push({ ...added, create_at: Date.now() })
    return posts.at(-1) as MattermostPosted
  }

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://mattermost')
    const call = `${request.method} ${url.pathname.replace('/api/v4/', '')}`
    const body = await readAll(request)
    calls.push(call)
    const fail = (status: number, message: string, headers = {}) =>
      reply
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ id: 'api.error', message, status_code: status }))
    const fault = faults.get(call)?.shift()
    if (typeof fault === 'object' && 'status' in fault) {
      if (fault.html) return reply.writeHead(fault.status, { 'content-type': 'text/html' }).end(fault.html)
      return fail(fault.status, fault.message ?? 'It failed.', fault.headers)
    }
    if (request.headers.authorization !== `Bearer ${token}`) return fail(401, 'Invalid or expired session.')
    const file = files.get(/^GET files\/([^/]+)$/.exec(call)?.[1] ?? '')
    if (file) return reply.writeHead(200).end(file.bytes)
    const values = body ? JSON.parse(body) : {}
    for (const [pattern, run] of routes) {
      const match = new RegExp(`^${pattern}$`).exec(call)
      const result = match && run(match.slice(1), values, url.searchParams)
      if (!result) continue
      if (fault === 'lost answer') return request.socket.destroy()
      if (fault) return fault.stored()
      return reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
    }
    return fail(404, 'Unable to find it.')
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    calls,
    posts,
    users,
    files,
    channels,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Somebody writes a post. */
    add,
    fail: (call: string, ...next: Fault[]) => void faults.set(call, next),
    setToken: (valid: string) => void (token = valid),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type MattermostStandIn = Awaited<ReturnType<typeof startMattermost>>

/** 26 characters, as Mattermost's ids. */
export function newId() {
  return randomUUID().replaceAll('-', '').slice(0, 26)
}

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
