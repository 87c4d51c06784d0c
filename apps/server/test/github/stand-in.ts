import { createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Values = ReturnType<typeof JSON.parse>

export interface Repository {
  id: number
  owner: string
  name: string
  installation_id: number
}

export interface IssueOnGithub {
  id: number
  number: number
  repo_id: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  pull_request?: object
}

/** How one call goes wrong. */
type Fault = { status: number; message?: string; headers?: Record<string, string> }

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const WEBHOOK_SECRET = 'the-secret-of-the-webhook'
const APP_ID = '4711'
/** Of one page of the list. */
const DELIVERIES = 3
const APP_NAME = 'papercups-test'

/** GitHub at the HTTP level, with the shapes of https://docs.github.com/en/rest. */
export async function startGithub(host = 'github.com') {
  const installations = new Map<number, { login: string; is_suspended?: boolean }>()
  /** The installations that a person sees, by the code that the sign-in gives them. */
  const codes = new Map<string, number[]>()
  /** What the visitor of GitHub's pages does there, and where the app sends them after an installation. */
  const visitor = { setup_url: '', installs: 0, code: '' }
  const repositories: Repository[] = []
  const issues: IssueOnGithub[] = []
  /** Old names of repositories, and old places of issues. They redirect. */
  const former = new Map<string, number | IssueOnGithub>()
  /** Those that are valid, with their installations. */
  const tokens = new Map<string, number>()
  /** Calls of our webhook, newest first. */
  const deliveries: Array<{ id: number; guid: string; delivered_at: string; status_code: number }> = []
  const faults = new Map<string, Fault[]>()
  const calls: string[] = []

  let last_id = 5_000_000
  const newId = () => ++last_id
  const toRepo = ({ id, owner, name }: Repository) => ({
    id,
    name,
    full_name: `${owner}/${name}`,
    private: true,
    html_url: `https://${host}/${owner}/${name}`,
    owner: { login: owner, id: 1 },
  })
  const toIssue = (issue: IssueOnGithub) => {
    const repo = repositories.find(({ id }) => id === issue.repo_id)
    return { ...issue, html_url: `https://${host}/${repo?.owner}/${repo?.name}/issues/${issue.number}`, user: {} }
  }
  const fail = (reply: ServerResponse, status: number, message: string, headers = {}) =>
    reply
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest' }))

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://github')
    const call = `${request.method} ${url.pathname}`
    const text = await readAll(request)
    calls.push(call)
    const values: Values = text ? JSON.parse(text) : {}
    const succeed = (status: number, answer: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const fault = faults.get(call)?.shift()
    if (fault) return fail(reply, fault.status, fault.message ?? 'It failed.', fault.headers)

    // The pages of GitHub, for somebody who installs the app and then allows the sign-in.
    if (/^GET \/(?:github-)?apps\/.*\/installations\/new$/.test(call)) {
      const installed = { installation_id: String(visitor.installs), setup_action: 'install' }
      return redirect(reply, visitor.setup_url, { ...installed, state: url.searchParams.get('state') ?? '' })
    }
    if (call === 'GET /login/oauth/authorize') {
      const state = url.searchParams.get('state') ?? ''
      return redirect(reply, url.searchParams.get('redirect_uri') ?? '', { code: visitor.code, state })
    }
    if (call === 'POST /login/oauth/access_token') {
      const is_known = codes.has(values.code) && values.client_secret === 'the-client-secret'
      return succeed(200, is_known ? { access_token: `user-${values.code}` } : { error: 'bad_verification_code' })
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const person = codes.get(token.replace('user-', ''))
    if (call === 'GET /user/installations') {
      if (!person) return fail(reply, 401, 'Bad credentials')
      const found = person.map((id) => ({
        id,
        account: { login: installations.get(id)?.login },
        html_url: 'https://x',
      }))
      return succeed(200, { total_count: found.length, installations: found })
    }
    if (isApp(token)) {
      if (call === 'GET /app/hook/deliveries') {
        const from = Number(url.searchParams.get('cursor') ?? 0)
        const to = from + DELIVERIES
        const link = `<http://github/app/hook/deliveries?per_page=100&cursor=${to}>; rel="next"`
        if (to < deliveries.length) reply.setHeader('link', link)
        return succeed(200, deliveries.slice(from, to))
      }
      if (/^POST \/app\/hook\/deliveries\/\d+\/attempts$/.test(call)) return reply.writeHead(202).end()
      const [, id, rest] = /^\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(url.pathname) ?? []
      const installation = installations.get(Number(id))
      if (id && !installation) return fail(reply, 404, 'Not Found')
      if (id && request.method === 'DELETE') {
        installations.delete(Number(id))
        return reply.writeHead(204).end()
      }
      const suspended_at = installation?.is_suspended ? new Date() : null
      if (id && request.method === 'GET') return succeed(200, { id: Number(id), suspended_at })
      if (suspended_at) return fail(reply, 403, 'This installation has been suspended')
      if (rest) {
        const token = `installation-${id}-${newId()}`
        tokens.set(token, Number(id))
        return succeed(201, { token, expires_at: new Date(Date.now() + 3_600_000) })
      }
      const [, owner = '', name = ''] = /^\/repos\/([^/]+)\/([^/]+)\/installation$/.exec(url.pathname) ?? []
      const repo = findRepo(owner, name)
      return repo ? succeed(200, { id: repo.installation_id }) : fail(reply, 404, 'Not Found')
    }
    const installation_id = tokens.get(token) ?? 0
    if (!installations.has(installation_id)) return fail(reply, 401, 'Bad credentials')
    const own = repositories.filter((repo) => repo.installation_id === installation_id)
    if (call === 'GET /installation/repositories') return succeed(200, { repositories: own.map(toRepo) })
    const [, owner = '', name = '', rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)$/.exec(url.pathname) ?? []
    const [, repo_id, byId = ''] = /^\/repositories\/(\d+)(\/.*)$/.exec(url.pathname) ?? []
    const moved = former.get(`${owner}/${name}${rest}`) ?? former.get(`${owner}/${name}`)
    if (moved) {
      const place = typeof moved === 'number' ? `/repositories/${moved}${rest}` : pathOf(moved)
      const status = request.method === 'GET' ? 301 : 307
      return fail(reply, status, 'Moved', { location: `http://${request.headers.host}${place}` })
    }
    const repo = repo_id ? repositories.find(({ id }) => id === Number(repo_id)) : findRepo(owner, name)
    // Public repositories can be read by everybody.
    if (!repo || (repo.installation_id !== installation_id && request.method !== 'GET'))
      return fail(reply, 404, 'Not Found')
    const [, number] = /^\/issues\/(\d+)$/.exec(rest || byId) ?? []
    const issue = issues.find((one) => one.repo_id === repo.id && one.number === Number(number))
    if (number && !issue) return fail(reply, 404, 'Not Found')
    if (issue) {
      if (request.method === 'PATCH') Object.assign(issue, values)
      return succeed(200, toIssue(issue))
    }
    if (request.method === 'POST') return succeed(201, toIssue(addIssue(repo, values)))
    const [page, size] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)))
    const newest = issues.filter(({ repo_id }) => repo_id === repo.id).toReversed()
    return succeed(200, newest.slice(((page || 1) - 1) * (size || 30), (page || 1) * (size || 30)).map(toIssue))
  }
  const pathOf = (issue: IssueOnGithub) => `/repositories/${issue.repo_id}/issues/${issue.number}`
  const findRepo = (owner: string, name: string) =>
    repositories.find((repo) => repo.owner === owner && repo.name === name)

  function addIssue(repo: Repository, { title, body = null }: { title: string; body?: string | null }) {
    const number = issues.filter(({ repo_id }) => repo_id === repo.id).length + 1
    const issue: IssueOnGithub = { id: newId(), number, repo_id: repo.id, title, body, state: 'open' }
    issues.push(issue)
    return issue
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    calls,
    installations,
    codes,
    visitor,
    repositories,
    former,
    tokens,
    issues,
    deliveries,
    newId,
    toIssue,
    addIssue,
    addRepository(owner: string, name: string, installation_id: number) {
      const repo = { id: newId(), owner, name, installation_id }
      repositories.push(repo)
      return repo
    },
    fail: (call: string, ...next: Fault[]) => void faults.set(call, next),
    settings: {
      GITHUB_HOST: host,
      GITHUB_URL: url,
      GITHUB_API_URL: url,
      GITHUB_APP_ID: APP_ID,
      GITHUB_APP_NAME: APP_NAME,
      GITHUB_PRIVATE_KEY: PRIVATE_KEY.replaceAll('\n', '\\n'),
      GITHUB_CLIENT_ID: 'the-client-id',
      GITHUB_CLIENT_SECRET: 'the-client-secret',
      GITHUB_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type GithubStandIn = Awaited<ReturnType<typeof startGithub>>

/** Whether the token is the app's own: signed with its key, and valid for ten minutes at most. */
function isApp(token: string) {
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (!signature) return false
  const text = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', text, publicKey, Buffer.from(signature, 'base64url'))) return false
  const { iat, exp, iss }: Values = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1_000
  return iss === APP_ID && iat <= now && exp > now && exp - iat <= 600
}

export const signBody = (body: string) => `sha256=${createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')}`

const redirect = (reply: ServerResponse, url: string, query: Record<string, string>) =>
  reply.writeHead(302, { location: `${url}?${new URLSearchParams(query).toString()}` }).end()

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
