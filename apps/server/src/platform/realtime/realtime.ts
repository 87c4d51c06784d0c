import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../feature.js'
import { RateLimiter } from '../http/rate-limit.js'
import type { Log } from '../log.js'
import type { Platform } from '../platform.js'
import type { RedisOptions } from '../redis.js'
import { createLocalBus, type Bus, type BusHandlers, type Revoked } from './bus.js'
import type { Channel } from './channel.js'
import { createChannels } from './channels.js'
import { createIpLimits, defaultLimits, monotonic, type Limits } from './limits.js'
import { Connection, type ClientInfo, type SendLimits, type ConnectionSocket } from './connection.js'
import { joinDiff, leaveDiff } from './presence.js'
import { createReadThrottle } from './read-throttle.js'
import { createRedisBus } from './redis-bus.js'
import { createRooms } from './rooms.js'
import type { Realtime, Topic } from './topic.js'
import { createTopicTable } from './topic-table.js'
import { createUpgradeHandler } from './upgrade.js'

export interface RealtimeOptions {
  topics: Topic[]
  platform: Platform
  log: Pick<Log, 'error' | 'warn'>
  authenticate(token: string): Promise<Caller | undefined>
  /** The client's IP, for the limits. */
  ipOf(request: IncomingMessage): string
  /** The site whose page opened the socket, if it is not ours. `named` is the socket's own `site` parameter. */
  siteOf(request: IncomingMessage, named: string | null): string | undefined
  redis?: RedisOptions | undefined
  limiter?: RateLimiter
  /** How long the presence of a dead process is still shown. */
  lease_ms?: number
  limits?: Partial<Limits>
}

export interface RealtimeServer extends Realtime {
  /** For the route sweeps. */
  readonly declared: readonly Topic[]
  readonly counts: Readonly<Counts>
  /** Resolves when broadcasts of other processes arrive here. Accept no connection before that. */
  readonly ready: Promise<void>
  /** Whether the other processes are reached. Without Redis there are none. */
  isConnected(): boolean
  attach(server: Server): void
  /** Broadcasts may have been lost: every client rejoins its topics and fetches what it missed. */
  refresh(): void
  /** Asks all clients to reconnect and waits for running events. */
  close(): Promise<void>
}

export interface Counts {
  sockets: number
  topics: number
  /** Counted from the start of the process, as are the two below. */
  broadcasts: number
  slow_dropped: number
  expelled: number
}

export function createRealtime(options: RealtimeOptions): RealtimeServer {
  const { topics, platform, log, authenticate, ipOf, siteOf, redis, lease_ms } = options
  const { limiter = new RateLimiter() } = options
  const limits = { ...defaultLimits, ...options.limits }
  const table = createTopicTable(topics, limits)
  const ipLimits = createIpLimits(limits)
  const connections = new Set<Connection>()
  const counts = { broadcasts: 0, slow_dropped: 0, expelled: 0 }
  let draining = false
  let rejoinTimer: NodeJS.Timeout | undefined

  const { lossy_backlog_bytes } = limits
  const rooms = createRooms(() => bus, { lossy_backlog_bytes, evict: (slow) => channels.evict(slow) })
  const readThrottle = createReadThrottle(limits, ipLimits)
  const channels = createChannels({ platform, log, limiter, limits, table, rooms, readThrottle, dismiss: expel })
  const sendLimits: SendLimits = {
    maxBacklog: ({ caller }) => (caller ? limits.team_backlog_bytes : limits.backlog_bytes),
    onSlowReader: drop,
  }
  const handlers: BusHandlers = {
    deliver: rooms.deliver,
    joined: (topic, entry) => rooms.deliver(topic, 'presence_diff', joinDiff(entry)),
    left: (topic, entry) => rooms.deliver(topic, 'presence_diff', leaveDiff(entry)),
    revoke,
    missed: rejoinAll,
    localEntries: rooms.localEntries,
  }
  const bus: Bus = redis ? createRedisBus({ ...redis, handlers, log, lease_ms }) : createLocalBus()

  /** The client does not read what we send. Cut it off, so that nobody else waits. */
  function drop(connection: Connection) {
    counts.slow_dropped += 1
    connection.socket.terminate()
  }

  function expel(connection: Connection, code: number, reason: string) {
    counts.expelled += 1
    dismiss(connection, code, reason)
  }

  function dismiss(connection: Connection, code: number, reason: string) {
    if (connection.gone) return
    connection.gone = true
    channels.removeConnection(connection, { finish: false })
    connection.socket.close(code, reason)
  }

  function revoke(match: Revoked) {
    if ('session_id' in match) signOut(({ session_id }) => session_id === match.session_id)
    else if ('user_id' in match) signOut(({ id }) => id === match.user_id)
    else if ('visitors_of' in match) channels.evict(visitorChannels(({ visits }) => visits === match.visitors_of))
    else rejoin(visitorChannels(({ present }) => present?.some(({ key }) => key === `customer:${match.customer_id}`)))
  }

  function signOut(who: (user: Caller['user']) => boolean) {
    for (const connection of connections)
      if (connection.caller && who(connection.caller.user)) dismiss(connection, SIGNED_OUT, 'Signed out')
  }

  function visitorChannels(which: (channel: Channel) => boolean | undefined) {
    const found: Channel[] = []
    for (const connection of connections) if (!connection.caller) found.push(...connection.channels.filter(which))
    return found
  }

  /** They stay members until they have rejoined, so no broadcast is lost. */
  function rejoin(joined: Channel[]) {
    for (const channel of joined) if (channel.room) channel.connection.close(channel, 'phx_error')
  }

  function accept(socket: ConnectionSocket, raw: Socket, vsn: Connection['vsn'], client: ClientInfo) {
    const connection = new Connection(socket, raw, sendLimits, vsn, client, monotonic())
    socket.connection = connection
    socket.on('message', onMessage)
    socket.on('ping', onPing)
    socket.on('error', onError)
    socket.on('close', onClose)
    connections.add(connection)
  }

  // All sockets share these listeners, so each finds its connection in `this`.
  function onMessage(this: unknown, data: unknown, binary: boolean) {
    const { connection } = this as ConnectionSocket
    if (!connection) return
    try {
      channels.receive(connection, data as Buffer, binary)
    } catch (error) {
      log.error({ err: error }, 'socket frame failed')
      expel(connection, 1011, 'Something went wrong')
    }
  }
  function onPing(this: unknown) {
    const { connection } = this as ConnectionSocket
    if (connection) connection.last_received_at = monotonic()
  }
  function onError() {}
  function onClose(this: unknown) {
    const { connection } = this as ConnectionSocket
    if (!connection || !connections.delete(connection)) return
    ipLimits.release(connection.ip)
    if (!connection.gone) channels.removeConnection(connection, { finish: true })
    connection.gone = true
  }

  /** One timer for all connections: closes the idle ones and those that stopped reading. */
  function checkConnections() {
    const now = monotonic()
    for (const connection of connections) {
      if (now - connection.last_received_at > limits.idle_ms) dismiss(connection, 1001, 'Idle')
      if (!connection.raw.writableNeedDrain) connection.blocked_since = 0
      else if (connection.blocked_since === 0) connection.blocked_since = now
      else if (now - connection.blocked_since > limits.stalled_ms) drop(connection)
    }
    dropUnfinished()
    ipLimits.forget()
  }
  const checkTimer = setInterval(
    checkConnections,
    Math.max(20, Math.min(1_000, limits.idle_ms / 10, limits.stalled_ms / 10)),
  ).unref()

  /** Many sockets with messages that never end would fill the memory: drop the largest. */
  function dropUnfinished() {
    const unfinished = ({ raw, bytes_of_complete_messages }: Connection) => raw.bytesRead - bytes_of_complete_messages
    let sum = 0
    for (const connection of connections) if (!connection.caller) sum += unfinished(connection)
    if (sum <= limits.unfinished_bytes) return
    for (const connection of connections)
      if (!connection.caller && unfinished(connection) > limits.unfinished_bytes / connections.size) drop(connection)
  }

  /** Clients rejoin after `phx_error` and fetch what they missed. A few at a time; another gap starts over. */
  function rejoinAll() {
    clearInterval(rejoinTimer)
    const steps = 50
    const all = [...connections]
    const size = Math.ceil(all.length / steps)
    rejoinTimer = setInterval(() => {
      for (const connection of all.splice(0, size)) rejoin(connection.channels)
      if (all.length === 0) clearInterval(rejoinTimer)
    }, limits.rejoin_ms / steps).unref()
  }

  const hasListeners = (topic: string) => redis !== undefined || rooms.hasMembers(topic)

  function revokeInAllProcesses(match: Revoked) {
    revoke(match)
    bus.revoke(match)
  }

  const handleUpgrade = createUpgradeHandler({
    ...{ authenticate, ipOf, siteOf, ipLimits, limits, log, accept },
    largest_frame: table.largest_frame,
    draining: () => draining,
  })

  return {
    declared: topics,
    ready: bus.ready,
    isConnected: bus.isConnected,
    get counts() {
      return { ...counts, sockets: connections.size, topics: rooms.size }
    },
    attach(server) {
      server.on('upgrade', (request, raw, head) => {
        handleUpgrade(request, raw as Socket, head).catch((error: unknown) => {
          log.error({ err: error }, 'socket upgrade failed')
          raw.destroy()
        })
      })
    },
    broadcast(topic, event, payload) {
      try {
        counts.broadcasts += 1
        // Most conversations have no listener, and serializing the payload is most of the work.
        if (!hasListeners(topic)) return
        rooms.broadcast(topic, event, JSON.stringify(payload ?? {}))
      } catch (error) {
        // The change is committed already, so the caller has nothing to undo.
        log.error({ err: error, event }, 'broadcast failed')
      }
    },
    callers: () => [...connections].flatMap(({ caller }) => caller?.user ?? []),
    suspendSignedIn() {
      for (const connection of connections)
        if (connection.caller) dismiss(connection, TRY_AGAIN_LATER, 'Database unavailable')
    },
    disconnect: revokeInAllProcesses,
    rejoinVisitors: revokeInAllProcesses,
    refresh: rejoinAll,
    presence: (topic) => rooms.read(topic),
    isAnybodyPresent: rooms.isAnybodyPresent,
    hasListeners,
    async close() {
      draining = true
      clearInterval(checkTimer)
      clearInterval(rejoinTimer)
      rooms.flushAll()
      const deadline = monotonic() + limits.drain_ms
      for (const connection of connections) connection.socket.close(1012, 'Restarting')
      while ((connections.size > 0 || channels.busy()) && monotonic() < deadline) await pause(10)
      for (const connection of connections) connection.socket.terminate()
      await bus.stop()
    },
  }
}

const SIGNED_OUT = 4401
const TRY_AGAIN_LATER = 1013

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
