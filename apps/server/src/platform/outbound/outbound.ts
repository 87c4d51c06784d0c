import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { createIpRules } from './ip-rules.js'
import { OutboundError, toOutboundError } from './outbound-error.js'
import { resolveHost } from './resolve-host.js'

export interface OutboundRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Of the answer. */
  max_bytes?: number
}

export interface OutboundResponse {
  status: number
  headers: IncomingHttpHeaders
  /** At most `max_bytes`, or 64 kB. */
  body: Buffer
  /** The answer was longer. */
  truncated: boolean
}

/** Calls URLs that users chose: webhooks, functions, integrations. */
export interface Outbound {
  /** The IP to connect to for other protocols than HTTP. Rejects with an `OutboundError`. */
  findIp(host: string): Promise<{ ip: string; is_internal: boolean }>
  /** Rejects with an `OutboundError`. Any status is an answer. */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundResponse>
  close(): void
}

interface Options {
  /** Networks in CIDR notation that the operator opens. */
  allowed_networks: readonly string[]
  /** Tests answer for the DNS. */
  resolve?: (host: string) => Promise<string[]>
  /** From the first lookup to the last byte, with all redirects. */
  time_ms?: number
}

const TIME_MS = 10_000
const MAX_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Mail servers, SSH and the like listen on low ports. */
const LOW_PORTS = new Set(['', '80', '443'])

export function createOutbound({ allowed_networks, resolve = resolveHost, time_ms = TIME_MS }: Options): Outbound {
  const mayCall = createIpRules(allowed_networks)
  const isPublic = createIpRules([])
  const openIpsOf = async (host: string) => {
    const ips = await resolve(host)
    const open = ips.filter(mayCall).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (open.length === 0) throw new OutboundError(ips.length > 0 ? 'forbidden_ip' : 'unknown_host')
    return open
  }
  // The IP is checked here because the socket connects to exactly what this returns. A check before the request could be
  // answered by the DNS with another IP.
  const lookup: LookupFunction = (host, options, callback) => {
    const one = async () => (await openIpsOf(host))[0]
    if (options.all) callbackify(openIpsOf)(host, (error, ips) => callback(error, ips ?? []))
    else callbackify(one)((error, ip) => callback(error, ip?.address ?? '', ip?.family))
  }
  const pooling = { keepAlive: true, lookup } as const
  const agents = { http: new HttpAgent(pooling), https: new HttpsAgent({ ...pooling, rejectUnauthorized: true }) }

  const send = (
    url: URL,
    { method = 'GET', headers, body, max_bytes = MAX_BYTES }: OutboundRequest,
    signal: AbortSignal,
  ) =>
    new Promise<OutboundResponse>((resolve, reject) => {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // No lookup happens for an IP. The URL parser has turned 2130706433 and 0177.1 into 127.0.0.1.
      if (isIP(host) && !mayCall(host)) return reject(new OutboundError('forbidden_ip'))
      const isSecure = url.protocol === 'https:'
      const options = {
        method,
        signal,
        agent: isSecure ? agents.https : agents.http,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Nothing is decompressed, so a small answer cannot grow.
        headers: { 'user-agent': 'Papercups', ...headers, 'accept-encoding': 'identity' },
      }
      const request = (isSecure ? httpsRequest : httpRequest)(url, options, (response) => {
        readBody(response, max_bytes).then(resolve, reject)
      })
      request.on('error', reject)
      request.end(body)
    })

  async function follow(start: URL, request: OutboundRequest, signal: AbortSignal) {
    let url = start
    let next = request
    for (let redirects = 0; ; redirects++) {
      const response = await send(url, next, signal)
      const { location } = response.headers
      if (!REDIRECTS.has(response.status) || location === undefined) return response
      if (redirects === MAX_REDIRECTS) throw new OutboundError('too_many_redirects')
      const target = readUrl(location, url)
      next = redirected(next, response.status, target.origin === url.origin)
      url = target
    }
  }

  return {
    async findIp(host) {
      const ip = isIP(host) ? host : (await openIpsOf(host))[0]?.address
      if (ip === undefined || !mayCall(ip)) throw new OutboundError('forbidden_ip')
      return { ip, is_internal: !isPublic(ip) }
    },
    async fetch(url, request = {}) {
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), time_ms)
      try {
        return await follow(readUrl(url), request, abort.signal)
      } catch (error) {
        throw abort.signal.aborted ? new OutboundError('timeout') : toOutboundError(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function readUrl(text: string, base?: URL) {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundError('invalid_url')
  if (url.username || url.password) throw new OutboundError('credentials_in_url')
  if (Number(url.port) < 1024 && !LOW_PORTS.has(url.port)) throw new OutboundError('forbidden_port')
  if (base?.protocol === 'https:' && url.protocol === 'http:') throw new OutboundError('insecure_redirect')
  return url
}

/** Browsers turn a redirected POST into a GET. Here it stays a POST: an event must not arrive as an empty request. */
function redirected(request: OutboundRequest, status: number, isSameOrigin: boolean): OutboundRequest {
  const { method, body, max_bytes, headers = {} } = request
  const kept = Object.entries(headers).filter(([name]) => isSameOrigin || !/^(authorization|cookie)$/i.test(name))
  const same = { ...(method && { method }), ...(body !== undefined && { body }) }
  return {
    ...(status !== 303 && same),
    ...(max_bytes !== undefined && { max_bytes }),
    headers: Object.fromEntries(kept),
  }
}

function readBody(response: IncomingMessage, max_bytes: number): Promise<OutboundResponse> {
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const finish = () => {
      resolve({ status, headers, body: Buffer.concat(chunks).subarray(0, max_bytes), truncated: size > max_bytes })
    }
    // An async iterator over the response would be slower.
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= max_bytes) return
      finish()
      response.destroy()
    })
    response.on('end', finish)
    response.on('error', reject)
  })
}
