import { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.js'
import { createBarrier } from './change-barrier.js'
import { inTurn, type Queryable } from './in-turn.js'
import { endSession, readSession, type Session } from './sessions.js'

export interface ChangeListener {
  /** The row of a key such as `user:42` or `session:…` changed. */
  changed(key: string): void
  /** Notices arrive (again). Some may have been missed. */
  connected(connection: Queryable): void
  /** Notices are missed from now on. `silent_ms`: how long ago the connection was last known to work. */
  disconnected(silent_ms: number): void
}

export interface ChangeTimes {
  /** How often the connection is tried: a network may drop it without telling either end. */
  probe_ms: number
  /** A connection that does not answer in this time is given up. */
  answer_ms: number
  retry_ms: number
  /** Cached data expires after this time, even with a working connection. */
  max_age_ms: number
}

export const changeTimes: ChangeTimes = { probe_ms: 15_000, answer_ms: 10_000, retry_ms: 250, max_age_ms: 30_000 }

/** Other processes find each other's listening connections by it. */
const LISTENER = 'papercups changes'

interface Options {
  url: string
  pool: pg.Pool
  listener: ChangeListener
  log: Log
  times: ChangeTimes
  /** SQL run on every new connection, such as taking the process lock. */
  greeting: string
}

/**
 * Listens to notices from database triggers. By them every process learns that a user was signed out or disabled, so it can
 * cache users and sessions.
 */
export function watchChanges({ url, pool, listener, log, times, greeting }: Options) {
  const barrier = createBarrier({ pool, log, listener_name: LISTENER, timeout_ms: times.max_age_ms })
  let hangUp: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let alive_at = performance.now()
  let former: Session | undefined

  const connect = async () => {
    // Our own socket, so that a dead connection can be destroyed: `end` would wait for a reply.
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: url,
      application_name: LISTENER,
      keepAlive: true,
      connectionTimeoutMillis: times.answer_ms,
      query_timeout: times.answer_ms,
      stream: () => socket,
    })
    const connection = inTurn(client)
    let probing: NodeJS.Timeout | undefined
    let gone = false
    const giveUp = (error?: unknown) => {
      if (gone) return
      gone = true
      clearInterval(probing)
      if (error && !closed) log.warn({ err: error }, 'change notices lost')
      socket.destroy()
      lost()
    }
    hangUp = () => giveUp()
    client.on('notification', ({ payload = '' }) => {
      alive_at = performance.now()
      if (!barrier.handleNotice(payload, connection)) listener.changed(payload)
    })
    client.on('error', giveUp)
    client.on('end', () => giveUp())
    try {
      await client.connect()
      await connection.query(greeting)
      await connection.query('listen changed')
      const session = await readSession(connection)
      barrier.listening(session?.pid)
      // PostgreSQL may keep the lost connection for hours, and other processes would wait for its replies.
      if (former) await endSession(connection, former).catch(() => undefined)
      former = session
      alive_at = performance.now()
      listener.connected(connection)
      probing = setInterval(() => {
        connection.query('select 1').then(() => (alive_at = performance.now()), giveUp)
      }, times.probe_ms).unref()
    } catch (error) {
      giveUp(error)
    }
  }

  const lost = () => {
    barrier.listening(undefined)
    listener.disconnected(performance.now() - alive_at)
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, times.retry_ms)
  }

  const close = async () => {
    closed = true
    clearTimeout(timer)
    hangUp?.()
  }

  return { started: connect(), close, settled: barrier.settled }
}
