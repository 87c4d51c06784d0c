import { createHash } from 'node:crypto'
import type { PageEnv } from '@papercups/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import type { Platform } from '../../../platform/platform.js'
import { UUID } from '../../account/accounts/named-account.js'
import { findFirstAccountId } from '../../account/accounts/unscoped.js'
import { frameAncestors } from '../allowed-sites/admit.js'
import { dashboardPolicy, playerPolicy, previewPolicy, widgetPolicy } from './policies.js'
import { DASHBOARD, loadSite, RECORDER, SiteFile, WIDGET } from './site.js'

const config = { allow: 'public', page: true } as const
const schema = { hide: true }

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Pages embed the launcher for years under one name, so a new one has to reach them within minutes. */
const SHORTLY = 'public, max-age=300, must-revalidate'

const missing = () => new HttpError(404, 'Not Found', { envelope: 'framework' })

export function routes(app: App) {
  const { platform } = app
  const { environment: mode, is_development, base_url, flags } = platform.config
  const load = () => ({ dashboard: loadSite(DASHBOARD), widget: loadSite(WIDGET), recorder: loadSite(RECORDER) })
  const fixed = load()
  // While somebody is building it, the files change under a running server.
  const sites = () => (mode === 'development' ? load() : fixed)
  const socket_origin = new URL(base_url).origin.replace(/^http/, 'ws')

  /** A script that pages of other sites embed by its fixed name. */
  const embeddable = (paths: string[], script: () => SiteFile | undefined) => {
    for (const path of paths) {
      app.get(path, { config, schema }, async (request, reply) => {
        reply.header('cross-origin-resource-policy', 'cross-origin')
        return sendFile(request, reply, script(), SHORTLY)
      })
    }
  }
  embeddable(['/widget.js', '/widget-rc.js'], () => sites().widget.get('widget.js'))
  embeddable(['/storytime.js', '/storytime-v0.js'], () => sites().recorder.get('storytime.js'))

  // The parts that the recorder loads, from pages of other sites.
  app.get('/storytime/*', { config, schema }, async (request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendFile(request, reply, sites().recorder.get(`storytime/${wildcard(request)}`), FOR_EVER)
  })

  app.get('/widget', { config, schema }, async (request, reply) => sendFrame(request, reply))

  const sendFrame = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', widgetPolicy(socket_origin, await ancestorsOf(request)))
    return sendFile(request, reply, sites().widget.get('frame/index.html'), 'no-cache')
  }

  /** Read from the address exactly as the frame itself will read it, or a page could name one account to us and another to it. */
  const ancestorsOf = async ({ url }: FastifyRequest) => {
    const params = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    const token = params.get('token') || params.get('accountId') || ''
    const inbox = params.get('inbox') ?? ''
    if (!UUID.test(token)) return undefined
    return frameAncestors(platform.account(token), { inbox_id: UUID.test(inbox) ? inbox : undefined })
  }

  app.get('/widget/assets/*', { config, schema }, async (request, reply) =>
    sendFile(request, reply, sites().widget.get(`frame/assets/${wildcard(request)}`), FOR_EVER),
  )

  app.get('/assets/*', { config, schema }, async (request, reply) =>
    sendFile(request, reply, sites().dashboard.get(`assets/${wildcard(request)}`), FOR_EVER),
  )

  /** A page inside a frame of the dashboard, which runs its one inline script. */
  const framed = (path: string, policy: (script_hash: string) => string) =>
    app.get(path, { config, schema }, async (request, reply) => {
      const page = sites().dashboard.get(`${path.slice(1)}.html`)
      reply.header('content-security-policy', policy(page ? hashOfScript(page) : ''))
      reply.header('x-frame-options', 'SAMEORIGIN')
      reply.header('x-dns-prefetch-control', 'off')
      return sendFile(request, reply, page, 'no-cache')
    })
  framed('/template-preview', previewPolicy)
  framed('/session-player', playerPolicy)

  /** What the page is told before its first call. Nothing here is a secret. */
  const environment = async (isBilling: boolean): Promise<PageEnv> => ({
    base_url,
    github_host: platform.config.github_host,
    demo_account_id: platform.config.demo_account_id ?? (await findFirstAccountId(platform)) ?? null,
    is_development,
    flags,
    billing_page: isBilling ? { stripe_public_key: stripeKey(platform) } : null,
  })

  // Every other path belongs to the dashboard, whose own router knows it; below /api an unknown one is unknown.
  app.get('/*', { config, schema }, async (request, reply) => {
    const path = wildcard(request)
    if (path === '' && isFrameAddress(request)) return sendFrame(request, reply)
    if (/^(api|socket|files)(\/|$)/.test(path)) throw missing()
    const { dashboard } = sites()
    const file = dashboard.get(path)
    if (file && !path.endsWith('.html')) return sendFile(request, reply, file, SHORTLY)
    // A page served as a script is a syntax error in the page that embeds it.
    if (path.endsWith('.js')) throw missing()
    if (!accepts(request, 'text/html')) throw new HttpError(406, 'Not Acceptable', { envelope: 'framework' })
    const index = dashboard.get('index.html')?.bytes
    if (!index) throw missing()
    const isBilling = flags.billing_enabled && path.toLowerCase().replace(/\/+$/, '') === 'settings/billing'
    const json = JSON.stringify(await environment(isBilling)).replaceAll('<', '\\u003c')
    const html = index.toString().replace('__SERVER_ENV_DATA__', () => json)
    reply.header('content-security-policy', dashboardPolicy(socket_origin, { stripe: isBilling }))
    reply.header('x-frame-options', 'DENY')
    return sendFile(request, reply, new SiteFile('text/html; charset=utf-8', Buffer.from(html)), 'no-cache')
  })

  app.setNotFoundHandler(async () => {
    throw missing()
  })
}

/** Cards can be entered only with a key that is meant for pages. */
const stripeKey = ({ config: { stripe_public_key } }: Platform) =>
  stripe_public_key?.startsWith('pk_') ? stripe_public_key : null

/** Lets a page run its one inline script and no other. */
function hashOfScript({ bytes }: SiteFile) {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(bytes.toString()) ?? []
  return createHash('sha256').update(script).digest('base64')
}

const wildcard = (request: FastifyRequest) => (request.params as { '*': string })['*']

/** Sites that once hosted the frame for themselves name it by its bare host; a loader always says whose chat it is. */
const isFrameAddress = ({ query }: FastifyRequest) => {
  const { token, accountId, baseUrl } = query as Record<string, unknown>
  return Boolean((token || accountId) && baseUrl)
}

const accepts = (request: FastifyRequest, type: string) => {
  const accept = request.headers.accept
  return !accept || accept.includes('*/*') || accept.includes(type)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile | undefined, cache: string) {
  if (!file) throw missing()
  reply
    .header('cache-control', cache)
    .header('etag', file.etag)
    .header('vary', 'accept-encoding, origin')
    .type(file.type)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { coding, bytes } = file.inCoding(request.headers['accept-encoding'] ?? '')
  if (coding) reply.header('content-encoding', coding)
  return reply.send(bytes)
}
