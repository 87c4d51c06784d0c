import { Redis, type ChainableCommander, type RedisOptions } from 'ioredis'
import type { Log } from '../log.js'
import { processId, type Bus, type Ear, type Revoked } from './bus.js'
import { monotonic } from './limits.js'
import { processOf, type Entry } from './presence.js'
import { createRemotePresence } from './remote-presence.js'
import { LOAD, REAP, RENEW } from './redis-scripts.js'

interface RedisBusOptions {
  url: string
  ear: Ear
  log: Pick<Log, 'error' | 'warn'>
  lease_ms?: number | undefined
}

const CONTROL = 'papercups:control'
const PROCESSES = 'papercups:processes'
const PRESENCE = 'papercups:presence:'
const channelOf = (topic: string) => `papercups:topic:${topic}`
const ownedBy = (process: string) => `papercups:owned:${process}`

/** A join does not wait longer than this for Redis. */
const PATIENCE_MS = 2_000

/**
 * A process subscribes to a topic while it has members in it, so a visitor's conversation costs the other processes
 * nothing. Each process writes its own presence into Redis and holds a lease; once that ends, the survivors show its
 * people as gone. Without Redis every process goes on by itself, and they make up when it is back.
 */
export function createRedisBus({ url, ear, log, lease_ms = 3_000 }: RedisBusOptions): Bus {
  const process = processId()
  const options: RedisOptions = {
    protocol: 2,
    // What cannot be sent now is made up for in `heal`. Sent later or twice, it would arrive out of order.
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    socketTimeout: Math.max(lease_ms * 3, 5_000),
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  }
  const commands = new Redis(url, options)
  const ears = new Redis(url, options)

  const remote = createRemotePresence(ear)
  /** What Redis has to be told when it is back. */
  const unsaid = { leaves: new Map<string, [string, Entry, boolean]>(), revoked: [] as Revoked[], broadcasts: false }
  let first = true
  let deaf = false
  let settled_at = 0
  let renewing = false
  let stopped = false

  const say = (kind: string, event: string, body: string) => `${JSON.stringify([process, kind, event])}\n${body}`
  const canSpeak = () => commands.status === 'ready'
  const canHear = () => ears.status === 'ready'
  const complain = (error: unknown) => {
    if (!stopped) log.warn({ err: error }, 'redis command failed')
  }

  // Lost and found are each logged once, not with every attempt in between.
  let lost = false
  let healed = () => {}
  const listening = new Promise<void>((resolve) => (healed = resolve))
  for (const client of [commands, ears]) {
    client.on('error', (error) => {
      if (!lost && !stopped) log.error({ err: error }, 'redis is not reachable: other processes are not')
      lost = true
    })
    client.on('ready', () => {
      if (!canSpeak() || !canHear()) return
      if (lost) log.warn({}, 'redis is back')
      lost = false
      heal().then(healed, complain)
    })
  }
  ears.on('close', () => (deaf = true))
  ears.on('message', (channel: string, text: string) => {
    try {
      hear(channel, text)
    } catch (error) {
      log.error({ err: error }, 'unreadable message from redis')
    }
  })

  function hear(channel: string, text: string) {
    const end = text.indexOf('\n')
    const [from, kind, event] = JSON.parse(text.slice(0, end)) as [string, string, string]
    if (from === process) return
    const body = text.slice(end + 1)
    if (channel === CONTROL) return kind === 'missed' ? ear.missed() : ear.revoke(JSON.parse(body) as Revoked)

    const topic = channel.slice(channelOf('').length)
    if (kind === 'push') ear.deliver(topic, event, body)
    else if (kind === 'join') remote.arrive(topic, JSON.parse(body) as Entry)
    else if (kind === 'leave') remote.depart(topic, JSON.parse(body) as Entry)
  }

  const refresh = (topic: string) => remote.refresh(topic, () => readPresence(topic))

  /** Of processes that live, and are not this one. */
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

  /** Both connections are (again) there: listen, say what was not said, and see what the others did meanwhile. */
  async function heal() {
    const again = !first
    first = false
    if (again) settled_at = monotonic() + lease_ms
    const channels = [CONTROL, ...remote.topics().map(channelOf)]
    while (channels.length > 0) await ears.subscribe(...channels.splice(0, 1_000))
    const missed = deaf
    deaf = false
    await renew()
    for (const [ref, [topic, entry, last]] of unsaid.leaves) {
      await untrack(topic, entry, last)
      unsaid.leaves.delete(ref)
    }
    await tellPresence()
    if (unsaid.broadcasts) await commands.publish(CONTROL, say('missed', '', ''))
    unsaid.broadcasts = false
    revokeAgain()
    if (missed) ear.missed()

    // An emptied Redis fills up again as the others come back: until then, who is missing there is not gone.
    if (again) setTimeout(() => void refreshAll().then(revokeAgain, complain), lease_ms).unref()
    else await refreshAll()
  }

  async function refreshAll() {
    if (!canSpeak()) return
    await Promise.all(remote.topics().map(refresh))
  }

  async function tellPresence() {
    let batch: Array<Promise<unknown>> = []
    for (const [topic, entry] of ear.own()) {
      batch.push(track(topic, entry))
      if (batch.length < 500) continue
      await Promise.all(batch)
      batch = []
    }
    await Promise.all(batch)
  }

  /** Somebody signed out while we could not say so. Said twice: some process may find its way back later than we do. */
  function revokeAgain() {
    for (const match of unsaid.revoked)
      commands.publish(CONTROL, say('revoked', '', JSON.stringify(match))).catch(complain)
    if (monotonic() >= settled_at) unsaid.revoked = []
  }

  function track(topic: string, entry: Entry) {
    const batch = commands
      .pipeline()
      .sadd(ownedBy(process), topic)
      .hset(PRESENCE + topic, entry.meta.phx_ref, bare(entry))
    return done(batch.publish(channelOf(topic), say('join', '', bare(entry))))
  }

  function untrack(topic: string, entry: Entry, last: boolean) {
    const batch = commands.pipeline().hdel(PRESENCE + topic, entry.meta.phx_ref)
    if (last) batch.srem(ownedBy(process), topic)
    return done(batch.publish(channelOf(topic), say('leave', '', bare(entry))))
  }

  async function renew() {
    if (renewing || !canSpeak()) return
    renewing = true
    try {
      const answer = await commands.eval(RENEW, 1, PROCESSES, process, lease_ms)
      const [lapsed, alive, dead] = answer as [number, string[], string[]]
      // We slept too long and were taken for dead.
      if (lapsed && !first) await tellPresence()
      if (monotonic() >= settled_at) remote.bury(alive)
      for (const other of dead) while (await reap(other));
    } finally {
      renewing = false
    }
  }

  const reap = async (other: string) =>
    Number(await commands.eval(REAP, 2, PROCESSES, ownedBy(other), other, PRESENCE)) > 0

  const renewal = setInterval(() => {
    renew().catch(complain)
    if (canHear()) ears.ping().catch(complain)
  }, lease_ms / 3).unref()

  return {
    process,
    // Whoever joins before that is told to join again once we can hear.
    ready: patiently(listening, () => (deaf = true)),
    publish(topic, event, payload) {
      const lose = () => (unsaid.broadcasts = true)
      if (canSpeak()) commands.publish(channelOf(topic), say('push', event, payload)).catch(lose)
      else lose()
    },
    open(topic) {
      remote.open(topic)
      if (!canSpeak() || !canHear()) return undefined
      const opened = ears.subscribe(channelOf(topic)).then(() => refresh(topic))
      return patiently(opened.catch(complain))
    },
    close(topic) {
      remote.close(topic)
      if (canHear()) ears.unsubscribe(channelOf(topic)).catch(complain)
    },
    track(topic, entry) {
      if (canSpeak()) track(topic, entry).catch(complain)
    },
    untrack(topic, entry, last) {
      const later = () => unsaid.leaves.set(entry.meta.phx_ref, [topic, entry, last])
      if (canSpeak()) untrack(topic, entry, last).catch(later)
      else later()
    },
    remote: remote.entries,
    async read(topic) {
      if (remote.has(topic) || !canSpeak()) return remote.entries(topic)
      return (await readPresence(topic)).values()
    },
    revoke(match) {
      const later = () => void unsaid.revoked.push(match)
      if (canSpeak()) commands.publish(CONTROL, say('revoked', '', JSON.stringify(match))).catch(later)
      else later()
    },
    async stop() {
      stopped = true
      clearInterval(renewal)
      if (canSpeak()) {
        const goodbye = commands.pipeline().zrem(PROCESSES, process).del(ownedBy(process))
        await patiently(done(goodbye).catch(ignore))
      }
      commands.disconnect()
      ears.disconnect()
    },
  }
}

const ignore = () => {}

/** Only what others need: a local entry also knows its room. */
const bare = ({ key, meta }: Entry) => JSON.stringify({ key, meta })

/** A pipeline's failures are in its answer, not thrown. */
async function done(batch: ChainableCommander) {
  for (const [error] of (await batch.exec()) ?? []) if (error) throw error
}

function patiently(work: Promise<void>, otherwise = ignore): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  }).then(otherwise)
  return Promise.race([work, enough]).finally(() => clearTimeout(timer))
}
