import { Redis, type ChainableCommander, type RedisOptions as ClientOptions } from 'ioredis'
import type { Log } from '../log.js'
import { redisPrefix, type RedisOptions } from '../redis.js'
import { processId, type Bus, type BusHandlers, type Revoked } from './bus.js'
import { monotonic } from './limits.js'
import { processOf, type Entry } from './presence.js'
import { createRemotePresence } from './remote-presence.js'
import { LOAD, REAP, RENEW } from './redis-scripts.js'

interface RedisBusOptions extends RedisOptions {
  handlers: BusHandlers
  log: Pick<Log, 'error' | 'warn'>
  lease_ms?: number | undefined
}

/** A join waits at most this long for Redis. */
const TIMEOUT_MS = 2_000

/**
 * A process subscribes to a topic only while it has members in it, so a visitor's conversation costs the others nothing.
 * Each process writes its own presence to Redis and holds a lease. When the lease ends, the others remove its entries.
 * Without Redis each process goes on alone, and they synchronize when it is back.
 */
export function createRedisBus({ url, install, handlers, log, lease_ms = 3_000 }: RedisBusOptions): Bus {
  const process = processId()
  const options: ClientOptions = {
    protocol: 2,
    // `recover` makes up for commands that fail. Queued or sent twice, they would arrive out of order.
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    socketTimeout: Math.max(lease_ms * 3, 5_000),
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  }
  const commands = new Redis(url, options)
  const subscriber = new Redis(url, options)

  const prefix = redisPrefix(commands, install)
  const CONTROL = `${prefix}control`
  const PROCESSES = `${prefix}processes`
  const PRESENCE = `${prefix}presence:`
  const channelOf = (topic: string) => `${prefix}topic:${topic}`
  const topicsOf = (process: string) => `${prefix}owned:${process}`

  const remote = createRemotePresence(handlers)
  /** To be sent when Redis is back. */
  const unsent = { leaves: new Map<string, [string, Entry, boolean]>(), revoked: [] as Revoked[], broadcasts: false }
  let first = true
  /** Commands failed, or a connection was lost, and `recover` has not made up for it yet. */
  let behind = true
  let recovering = false
  let missed_messages = false
  let settled_at = 0
  let renewing = false
  let stopped = false

  const encode = (kind: string, event: string, body: string) => `${JSON.stringify([process, kind, event])}\n${body}`
  const canSend = () => commands.status === 'ready'
  const canReceive = () => subscriber.status === 'ready'
  const warn = (error: unknown) => {
    if (!stopped) log.warn({ err: error }, 'redis command failed')
  }
  const fallBehind = (error: unknown) => {
    behind = true
    warn(error)
  }

  // Logged once per outage, not with every attempt.
  let unreachable = false
  let recovered = () => {}
  const listening = new Promise<void>((resolve) => (recovered = resolve))
  for (const client of [commands, subscriber]) {
    client.on('error', (error) => {
      if (!unreachable && !stopped) log.error({ err: error }, 'redis is not reachable: broadcasts stay in this process')
      unreachable = true
    })
    client.on('close', () => (behind = true))
    client.on('ready', () => {
      if (!canSend() || !canReceive()) return
      if (unreachable) log.warn({}, 'redis is back')
      unreachable = false
      catchUp().catch(fallBehind)
    })
  }
  subscriber.on('close', () => (missed_messages = true))
  subscriber.on('message', (channel: string, text: string) => {
    try {
      receive(channel, text)
    } catch (error) {
      log.error({ err: error }, 'unreadable message from redis')
    }
  })

  function receive(channel: string, text: string) {
    const end = text.indexOf('\n')
    const [from, kind, event] = JSON.parse(text.slice(0, end)) as [string, string, string]
    if (from === process) return
    const body = text.slice(end + 1)
    if (channel === CONTROL) return kind === 'missed' ? handlers.missed() : handlers.revoke(JSON.parse(body) as Revoked)

    const topic = channel.slice(channelOf('').length)
    if (kind === 'push') handlers.deliver(topic, event, body)
    else if (kind === 'join') remote.add(topic, JSON.parse(body) as Entry)
    else if (kind === 'leave') remote.remove(topic, JSON.parse(body) as Entry)
  }

  const refresh = (topic: string) => remote.refresh(topic, () => readPresence(topic))

  /** The entries of other processes that are alive. */
  async function readPresence(topic: string) {
    const answer = await commands.eval(LOAD, 2, PROCESSES, PRESENCE + topic)
    const [alive, fields] = answer as [string[], string[]]
    const found = new Map<string, Entry>()
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const owner = processOf(fields[at] ?? '')
      if (owner === process || !alive.includes(owner)) continue
      found.set(fields[at] ?? '', JSON.parse(fields[at + 1] ?? '') as Entry)
    }
    return found
  }

  /** Tried again with the next renewal when a command fails. */
  async function catchUp() {
    if (recovering || !canSend() || !canReceive()) return
    recovering = true
    behind = false
    try {
      await recover()
      recovered()
    } finally {
      recovering = false
    }
  }

  /** Both connections are up (again): subscribe, send what is unsent, and read what the others did meanwhile. */
  async function recover() {
    const again = !first
    first = false
    if (again) settled_at = monotonic() + lease_ms
    const channels = [CONTROL, ...remote.topics().map(channelOf)]
    while (channels.length > 0) await subscriber.subscribe(...channels.splice(0, 1_000))
    // Before anything else can fail: nobody else would tell the clients what they missed.
    if (missed_messages) handlers.missed()
    missed_messages = false
    await renew()
    for (const [ref, [topic, entry, last]] of unsent.leaves) {
      await untrack(topic, entry, last)
      unsent.leaves.delete(ref)
    }
    await writePresence()
    if (unsent.broadcasts) await commands.publish(CONTROL, encode('missed', '', ''))
    unsent.broadcasts = false
    revokeAgain()

    // An emptied Redis fills up as the others come back. Until then a missing entry does not mean that it left.
    if (again) setTimeout(() => void refreshAll().then(revokeAgain, warn), lease_ms).unref()
    else await refreshAll()
  }

  async function refreshAll() {
    if (!canSend()) return
    await Promise.all(remote.topics().map(refresh))
  }

  async function writePresence() {
    let batch: Array<Promise<unknown>> = []
    for (const [topic, entry] of handlers.localEntries()) {
      batch.push(track(topic, entry))
      if (batch.length < 500) continue
      await Promise.all(batch)
      batch = []
    }
    await Promise.all(batch)
  }

  /** Sends revocations that failed during the outage. Twice, because another process may recover later than we do. */
  function revokeAgain() {
    for (const match of unsent.revoked)
      commands.publish(CONTROL, encode('revoked', '', JSON.stringify(match))).catch(warn)
    if (monotonic() >= settled_at) unsent.revoked = []
  }

  function track(topic: string, entry: Entry) {
    const batch = commands
      .pipeline()
      .sadd(topicsOf(process), topic)
      .hset(PRESENCE + topic, entry.meta.phx_ref, toJson(entry))
    return done(batch.publish(channelOf(topic), encode('join', '', toJson(entry))))
  }

  function untrack(topic: string, entry: Entry, last: boolean) {
    const batch = commands.pipeline().hdel(PRESENCE + topic, entry.meta.phx_ref)
    if (last) batch.srem(topicsOf(process), topic)
    return done(batch.publish(channelOf(topic), encode('leave', '', toJson(entry))))
  }

  async function renew() {
    if (renewing || !canSend()) return
    renewing = true
    try {
      const answer = await commands.eval(RENEW, 1, PROCESSES, process, lease_ms)
      const [lapsed, alive, dead] = answer as [number, string[], string[]]
      // This process was suspended for longer than its lease, so the others removed its entries.
      if (lapsed && !first) await writePresence()
      if (monotonic() >= settled_at) remote.removeDead(alive)
      for (const other of dead) while (await reap(other));
    } finally {
      renewing = false
    }
  }

  const reap = async (other: string) =>
    Number(await commands.eval(REAP, 2, PROCESSES, topicsOf(other), other, PRESENCE)) > 0

  const renewal = setInterval(() => {
    renew()
      .then(() => (behind ? catchUp() : undefined))
      .catch(fallBehind)
    if (canReceive()) subscriber.ping().catch(warn)
  }, lease_ms / 3).unref()

  return {
    process,
    isConnected: () => canSend() && canReceive() && !behind && !recovering,
    // After a timeout, clients that join before the first subscription are asked to rejoin.
    ready: withTimeout(listening, () => (missed_messages = true)),
    publish(topic, event, payload) {
      const lose = () => (behind = unsent.broadcasts = true)
      if (canSend()) commands.publish(channelOf(topic), encode('push', event, payload)).catch(lose)
      else lose()
    },
    open(topic) {
      remote.open(topic)
      if (!canSend() || !canReceive()) return undefined
      const opened = subscriber.subscribe(channelOf(topic)).then(() => refresh(topic))
      return withTimeout(opened.catch(fallBehind))
    },
    close(topic) {
      remote.close(topic)
      if (canReceive()) subscriber.unsubscribe(channelOf(topic)).catch(warn)
    },
    track(topic, entry) {
      if (canSend()) track(topic, entry).catch(fallBehind)
    },
    untrack(topic, entry, last) {
      const later = () => {
        behind = true
        unsent.leaves.set(entry.meta.phx_ref, [topic, entry, last])
      }
      if (canSend()) untrack(topic, entry, last).catch(later)
      else later()
    },
    remote: remote.entries,
    async read(topic) {
      if (remote.has(topic) || !canSend()) return remote.entries(topic)
      return (await readPresence(topic)).values()
    },
    revoke(match) {
      const later = () => {
        behind = true
        unsent.revoked.push(match)
      }
      if (canSend()) commands.publish(CONTROL, encode('revoked', '', JSON.stringify(match))).catch(later)
      else later()
    },
    async stop() {
      stopped = true
      clearInterval(renewal)
      if (canSend()) {
        const goodbye = commands.pipeline().zrem(PROCESSES, process).del(topicsOf(process))
        await withTimeout(done(goodbye).catch(ignore))
      }
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}

const ignore = () => {}

/** Only the shared fields: a local entry also refers to its room. */
const toJson = ({ key, meta }: Entry) => JSON.stringify({ key, meta })

/** `exec` returns the errors of a pipeline instead of throwing them. */
async function done(batch: ChainableCommander) {
  for (const [error] of (await batch.exec()) ?? []) if (error) throw error
}

function withTimeout(work: Promise<void>, otherwise = ignore): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS)
  }).then(otherwise)
  return Promise.race([work, enough]).finally(() => clearTimeout(timer))
}
