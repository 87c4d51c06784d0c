import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isVsn, type Vsn } from '@papercups/wire'
import { WebSocketServer } from 'ws'
import type { Caller } from '../feature.js'
import type { Log } from '../log.js'
import type { Addresses, Limits } from './limits.js'
import { Wire, type Entrant } from './line.js'

interface Door {
  authenticate(token: string): Promise<Caller | undefined>
  addressOf(request: IncomingMessage): string
  siteOf(request: IncomingMessage, named: string | null): string | undefined
  addresses: Addresses
  limits: Limits
  largest_frame: number
  log: Pick<Log, 'error'>
  draining(): boolean
  accept(wire: Wire, raw: Socket, vsn: Vsn, entrant: Entrant): void
}

/**
 * Whoever may not enter is told so before the upgrade: dashboards renew their token when a handshake fails, and only then.
 */
export function createDoor(door: Door) {
  const { authenticate, addressOf, siteOf, addresses, limits, largest_frame, log, draining, accept } = door
  const serverFor = (maxPayload: number) =>
    new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload,
      WebSocket: Wire,
      // Missing from the published types: how long a closing handshake may take.
      ...{ closeTimeout: 5_000 },
    })
  const forVisitors = serverFor(largest_frame)
  const forTeam = serverFor(Math.max(largest_frame, limits.team_frame_bytes))

  return async function knock(request: IncomingMessage, raw: Socket, head: Buffer) {
    const [path = '', query = ''] = split(request.url ?? '')
    if (!/^\/+socket\/+websocket\/*$/.test(path)) return refuse(raw, 404)
    if (request.method !== 'GET') return refuse(raw, 400)
    if (draining()) return refuse(raw, 503)
    const params = new URLSearchParams(query)
    const vsn = params.getAll('vsn').at(-1) ?? '1.0.0'
    if (!isVsn(vsn)) return refuse(raw, 403)

    const address = addressOf(request)
    if (!addresses.admit(address)) return refuse(raw, 429)
    let entered = false
    try {
      const caller = await identify(raw, params)
      if (caller === 'stranger') return refuse(raw, 403)
      if (draining()) return refuse(raw, 503)
      const server = caller ? forTeam : forVisitors
      server.handleUpgrade(request, raw, head, (wire) => {
        entered = true
        accept(wire, raw, vsn, { caller, address, site: siteOf(request, params.get('site')) })
      })
    } catch (error) {
      log.error({ err: error }, 'socket sign-in failed')
      refuse(raw, 503)
    } finally {
      if (!entered) addresses.release(address)
    }
  }

  /** Without a token they are a visitor; with one that is not good, nobody. */
  async function identify(raw: Socket, params: URLSearchParams): Promise<Caller | undefined | 'stranger'> {
    const named = [...params.keys()].some((key) => key === 'token' || key.startsWith('token['))
    if (!named) return undefined
    const token = params.getAll('token').at(-1)
    if (!token) return 'stranger'

    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('sign-in took too long')), limits.authenticate_ms)
    })
    raw.on('error', ignore)
    try {
      return (await Promise.race([authenticate(token), late])) ?? 'stranger'
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
