import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isVsn, type Vsn } from '@papercups/wire'
import { WebSocketServer } from 'ws'
import type { Caller } from '../feature.js'
import type { Log } from '../log.js'
import type { IpLimits, Limits } from './limits.js'
import { ConnectionSocket, type ClientInfo } from './connection.js'

interface UpgradeOptions {
  authenticate(token: string): Promise<Caller | undefined>
  ipOf(request: IncomingMessage): string
  siteOf(request: IncomingMessage, named: string | null): string | undefined
  ipLimits: IpLimits
  limits: Limits
  largest_frame: number
  log: Pick<Log, 'error'>
  draining(): boolean
  accept(socket: ConnectionSocket, raw: Socket, vsn: Vsn, client: ClientInfo): void
}

/** Refuses before the upgrade: dashboards renew their token only when a handshake fails. */
export function createUpgradeHandler(options: UpgradeOptions) {
  const { authenticate, ipOf, siteOf, ipLimits, limits, largest_frame, log, draining, accept } = options
  const serverFor = (maxPayload: number) =>
    new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload,
      WebSocket: ConnectionSocket,
      // The time for a closing handshake. Missing from the published types.
      ...{ closeTimeout: 5_000 },
    })
  const forVisitors = serverFor(largest_frame)
  const forTeam = serverFor(Math.max(largest_frame, limits.team_frame_bytes))

  return async function handleUpgrade(request: IncomingMessage, raw: Socket, head: Buffer) {
    const [path = '', query = ''] = split(request.url ?? '')
    if (!/^\/+socket\/+websocket\/*$/.test(path)) return refuse(raw, 404)
    if (request.method !== 'GET') return refuse(raw, 400)
    if (draining()) return refuse(raw, 503)
    const params = new URLSearchParams(query)
    const vsn = params.getAll('vsn').at(-1) ?? '1.0.0'
    if (!isVsn(vsn)) return refuse(raw, 403)

    const ip = ipOf(request)
    if (!ipLimits.admit(ip)) return refuse(raw, 429)
    let entered = false
    try {
      const caller = await identify(raw, params)
      if (caller === 'invalid') return refuse(raw, 403)
      if (draining()) return refuse(raw, 503)
      const server = caller ? forTeam : forVisitors
      server.handleUpgrade(request, raw, head, (socket) => {
        entered = true
        accept(socket, raw, vsn, { caller, ip, site: siteOf(request, params.get('site')) })
      })
    } catch (error) {
      log.error({ err: error }, 'socket sign-in failed')
      refuse(raw, 503)
    } finally {
      if (!entered) ipLimits.release(ip)
    }
  }

  /** No token means a visitor. A bad token is refused. */
  async function identify(raw: Socket, params: URLSearchParams): Promise<Caller | undefined | 'invalid'> {
    const named = [...params.keys()].some((key) => key === 'token' || key.startsWith('token['))
    if (!named) return undefined
    const token = params.getAll('token').at(-1)
    if (!token) return 'invalid'

    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('sign-in took too long')), limits.authenticate_ms)
    })
    raw.on('error', ignore)
    try {
      return (await Promise.race([authenticate(token), late])) ?? 'invalid'
    } finally {
      clearTimeout(timer)
      raw.off('error', ignore)
    }
  }
}

const ignore = () => {}

function split(url: string) {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

function refuse(raw: Socket, status: number) {
  raw.on('error', ignore)
  const retry = status === 429 || status === 503 ? 'Retry-After: 1\r\n' : ''
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`
  raw.end(head, () => raw.destroy())
}
