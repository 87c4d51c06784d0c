import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../feature.js'
import { RateLimiter } from '../http/rate-limit.js'
import type { Log } from '../log.js'
import type { Platform } from '../platform.js'
import { createLocalBus, type Bus, type Ear, type Revoked } from './bus.js'
import type { Channel } from './channel.js'
import { createChannels } from './channels.js'
import { createAddresses, defaultLimits, monotonic, type Limits } from './limits.js'
import { Line, type Entrant, type Outlet, type Wire } from './line.js'
import { joinDiff, leaveDiff } from './presence.js'
import { createReading } from './reading.js'
import { createRedisBus } from './redis-bus.js'
import { createRooms } from './rooms.js'
import type { Realtime, Topic } from './topic.js'
import { createTopicTable } from './topic-table.js'
import { createDoor } from './upgrade.js'

export interface RealtimeOptions {
  topics: Topic[]
  platform: Platform
  log: Pick<Log, 'error' | 'warn'>
  authenticate(token: string): Promise<Caller | undefined>
  /** Where somebody comes from, for the limits of an address. */
  addressOf(request: IncomingMessage): string
  /** Another site than ours on whose page the socket was opened. `named` is the socket's own `site` parameter. */
  siteOf(request: IncomingMessage, named: string | null): string | undefined
  redis_url?: string | undefined
  limiter?: RateLimiter
  /** How long the presence of a process that died is believed. */
  lease_ms?: number
  limits?: Partial<Limits>
}

export interface RealtimeServer extends Realtime {
  /** For the walks over everything a client can reach. */
  readonly declared: readonly Topic[]
  readonly counts: Readonly<Counts>
  /** Wait for it before anybody comes in: what other processes say is heard from then on. */
  readonly ready: Promise<void>
  attach(server: Server): void
  /** Broadcasts may have been lost: everybody here joins again and asks for what they missed. */
  refresh(): void
  /** Tells everybody to reconnect, finishes what is under way, and lets go. */
  close(): Promise<void>
}

export interface Counts {
  sockets: number
  topics: number
  /** Since the start. */
  broadcasts: number
  slow_dropped: number
  expelled: number
}

export function createRealtime(options: RealtimeOptions): RealtimeServer {
  const { topics, platform, log, authenticate, addressOf, siteOf, redis_url, lease_ms } = options
  const { limiter = new RateLimiter() } = options
  const limits = { ...defaultLimits, ...options.limits }
  const table = createTopicTable(topics, limits)
  const addresses = createAddresses(limits)
  const lines = new Set<Line>()
  const counts = { broadcasts: 0, slow_dropped: 0, expelled: 0 }
  let draining = false
  let rejoining: NodeJS.Timeout | undefined

  const rooms = createRooms(() => bus)
  const reading = createReading(limits, addresses)
  const channels = createChannels({ platform, log, limiter, limits, table, rooms, reading, dismiss: expel })
  const outlet: Outlet = {
    backlogOf: ({ caller }) => (caller ? limits.team_backlog_bytes : limits.backlog_bytes),
    slow: drop,
  }
  const ear: Ear = {
    deliver: rooms.deliver,
    joined: (topic, entry) => rooms.deliver(topic, 'presence_diff', joinDiff(entry)),
    left: (topic, entry) => rooms.deliver(topic, 'presence_diff', leaveDiff(entry)),
    revoke,
    missed: rejoinAll,
    own: rooms.own,
  }
  const bus: Bus = redis_url ? createRedisBus({ url: redis_url, ear, log, lease_ms }) : createLocalBus()

  /** Somebody who does not read what we send. Nobody else waits for them. */
  function drop(line: Line) {
    counts.slow_dropped += 1
    line.wire.terminate()
  }

  function expel(line: Line, code: number, reason: string) {
    counts.expelled += 1
    dismiss(line, code, reason)
  }

  function dismiss(line: Line, code: number, reason: string) {
    if (line.gone) return
    line.gone = true
    channels.hangUp(line, { finish: false })
    line.wire.close(code, reason)
  }

  function revoke(match: Revoked) {
    if ('session_id' in match) signOut(({ session_id }) => session_id === match.session_id)
    else if ('user_id' in match) signOut(({ id }) => id === match.user_id)
    else if ('visitors_of' in match) channels.turnOut(visiting(({ visits }) => visits === match.visitors_of))
    else rejoin(visiting(({ present }) => present?.some(({ key }) => key === `customer:${match.customer_id}`)))
  }

  function signOut(who: (user: Caller['user']) => boolean) {
    for (const line of lines) if (line.caller && who(line.caller.user)) dismiss(line, SIGNED_OUT, 'Signed out')
  }

  function visiting(which: (channel: Channel) => boolean | undefined) {
    const found: Channel[] = []
    for (const line of lines) if (!line.caller) found.push(...line.channels.filter(which))
    return found
  }

  /** They stay members until they have joined again, so that nothing is lost on the way. */
  function rejoin(joined: Channel[]) {
    for (const channel of joined) if (channel.room) channel.line.close(channel, 'phx_error')
  }

  function accept(wire: Wire, raw: Socket, vsn: Line['vsn'], entrant: Entrant) {
    const line = new Line(wire, raw, outlet, vsn, entrant, monotonic())
    wire.line = line
    wire.on('message', onMessage)
    wire.on('ping', onPing)
    wire.on('error', onError)
    wire.on('close', onClose)
    lines.add(line)
  }

  // Shared by all sockets, so they take theirs from `this`.
  function onMessage(this: unknown, data: unknown, binary: boolean) {
    const { line } = this as Wire
    if (!line) return
    try {
      channels.receive(line, data as Buffer, binary)
    } catch (error) {
      log.error({ err: error }, 'socket frame failed')
      expel(line, 1011, 'Something went wrong')
    }
  }
  function onPing(this: unknown) {
    const { line } = this as Wire
    if (line) line.heard_at = monotonic()
  }
  function onError() {}
  function onClose(this: unknown) {
    const { line } = this as Wire
    if (!line || !lines.delete(line)) return
    addresses.release(line.address)
    if (!line.gone) channels.hangUp(line, { finish: true })
    line.gone = true
  }

  /** One look at everybody instead of a timer for each: who fell silent, and who stopped reading. */
  function sweep() {
    const now = monotonic()
    for (const line of lines) {
      if (now - line.heard_at > limits.idle_ms) dismiss(line, 1001, 'Idle')
      if (!line.raw.writableNeedDrain) line.clogged_at = 0
      else if (line.clogged_at === 0) line.clogged_at = now
      else if (now - line.clogged_at > limits.stalled_ms) drop(line)
    }
    dropUnfinished()
    addresses.forget()
  }
  const sweeping = setInterval(
    sweep,
    Math.max(20, Math.min(1_000, limits.idle_ms / 10, limits.stalled_ms / 10)),
  ).unref()

  /** Messages that never end, on so many sockets that they would fill the memory. */
  function dropUnfinished() {
    const unfinished = ({ raw, read_bytes }: Line) => raw.bytesRead - read_bytes
    let sum = 0
    for (const line of lines) if (!line.caller) sum += unfinished(line)
    if (sum <= limits.unfinished_bytes) return
    for (const line of lines) if (!line.caller && unfinished(line) > limits.unfinished_bytes / lines.size) drop(line)
  }

  /** Clients join again after `phx_error` and then fetch what they missed. A few at a time; a new gap starts over. */
  function rejoinAll() {
    clearInterval(rejoining)
    const steps = 50
    const all = [...lines]
    const size = Math.ceil(all.length / steps)
    rejoining = setInterval(() => {
      for (const line of all.splice(0, size)) rejoin(line.channels)
      if (all.length === 0) clearInterval(rejoining)
    }, limits.rejoin_ms / steps).unref()
  }

  function revokeEverywhere(match: Revoked) {
    revoke(match)
    bus.revoke(match)
  }

  const knock = createDoor({
    ...{ authenticate, addressOf, siteOf, addresses, limits, log, accept },
    largest_frame: table.largest_frame,
    draining: () => draining,
  })

  return {
    declared: topics,
    ready: bus.ready,
    get counts() {
      return { ...counts, sockets: lines.size, topics: rooms.size }
    },
    attach(server) {
      server.on('upgrade', (request, raw, head) => {
        knock(request, raw as Socket, head).catch((error: unknown) => {
          log.error({ err: error }, 'socket upgrade failed')
          raw.destroy()
        })
      })
    },
    broadcast(topic, event, payload) {
      try {
        counts.broadcasts += 1
        // Most conversations have nobody listening, and writing the payload down is most of the work.
        if (!redis_url && !rooms.hasMembers(topic)) return
        rooms.broadcast(topic, event, JSON.stringify(payload ?? {}))
      } catch (error) {
        // The change that it tells of is committed: whoever broadcasts has nothing to undo.
        log.error({ err: error, event }, 'broadcast failed')
      }
    },
    callers: () => [...lines].flatMap(({ caller }) => caller?.user ?? []),
    suspendSignedIn() {
      for (const line of lines) if (line.caller) dismiss(line, TRY_AGAIN_LATER, 'Database unavailable')
    },
    disconnect: revokeEverywhere,
    readmit: revokeEverywhere,
    refresh: rejoinAll,
    presence: (topic) => rooms.read(topic),
    async close() {
      draining = true
      clearInterval(sweeping)
      clearInterval(rejoining)
      rooms.flush()
      const deadline = monotonic() + limits.drain_ms
      for (const line of lines) line.wire.close(1012, 'Restarting')
      while ((lines.size > 0 || channels.busy()) && monotonic() < deadline) await pause(10)
      for (const line of lines) line.wire.terminate()
      await bus.stop()
    },
  }
}

const SIGNED_OUT = 4401
const TRY_AGAIN_LATER = 1013

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
