import pg from 'pg'
import type { Log } from '../log.js'

/** Who is told: a key such as `user:42` or `session:…` that changed, or everything when notices may have been missed. */
export interface ChangeListener {
  changed(key: string): void
  /** From now on nothing is known: forget all. `listening` says whether notices arrive again. */
  reset(listening: boolean): void
}

/**
 * Listens to what the database's triggers announce. It is how every process learns that somebody was signed out or
 * disabled, whatever process or person did it, so that it may keep such facts in memory in between.
 */
export function watchChanges(
  connectionString: string,
  listener: ChangeListener,
  log: Log,
  /** Run on every new connection: takes what has to be held for as long as this process lives. */
  greeting: string,
) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async () => {
    const next = new pg.Client({ connectionString, application_name: 'papercups changes', keepAlive: true })
    client = next
    next.on('notification', ({ payload }) => listener.changed(payload ?? ''))
    next.on('error', (error) => log.warn({ err: error }, 'change notices lost'))
    next.on('end', lost)
    try {
      await next.connect()
      await next.query(greeting)
      await next.query('listen changed')
      listener.reset(true)
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for changes')
      await next.end().catch(() => undefined)
      lost()
    }
  }

  const lost = () => {
    listener.reset(false)
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, 250)
  }

  const close = async () => {
    closed = true
    clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }

  return { started: connect(), close }
}
