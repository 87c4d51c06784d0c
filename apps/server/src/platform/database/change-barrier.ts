import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type pg from 'pg'
import type { Log } from '../log.js'
import type { Queryable } from './in-turn.js'

/** The interval of repeated questions: a process may start to listen only after the first one. */
const ASK_AGAIN_MS = 250

interface Options {
  pool: pg.Pool
  log: Log
  /** The `application_name` of every process's listening connection. */
  listener_name: string
  /** No process uses cached data for longer than this, so no wait is longer. */
  timeout_ms: number
}

/**
 * Lets the process that made a change wait until every process has handled its notice. PostgreSQL delivers notices in commit
 * order, so a process that replies to a question asked after the change has seen the change.
 */
export function createBarrier({ pool, log, listener_name, timeout_ms }: Options) {
  const waiting = new Map<string, Set<number>>()
  /** Connections that did not reply in time. Their process no longer relies on them, so we do not wait for them again. */
  const given_up = new Set<number>()
  const answers = new EventEmitter().setMaxListeners(0)
  let own: number | undefined

  /** Handles the barrier's own notices; false for any other. */
  function handleNotice(payload: string, connection: Queryable): boolean {
    const [kind, question = '', pid] = payload.split(' ')
    if (kind !== 'sync' && kind !== 'synced') return false
    if (kind === 'synced') answer(question, Number(pid))
    else if (waiting.has(question)) answer(question, own)
    else if (own !== undefined) void notify(connection, `synced ${question} ${own}`).catch(() => undefined)
    return true
  }

  function answer(question: string, pid: number | undefined) {
    if (pid !== undefined) waiting.get(question)?.add(pid)
    answers.emit(question)
  }

  /** Resolves when all notices committed so far have been handled in every process, this one included. */
  async function settled(): Promise<void> {
    const question = randomUUID()
    const answered = new Set<number>()
    waiting.set(question, answered)
    try {
      const deadline = performance.now() + timeout_ms
      let silent: number[] = []
      while (performance.now() < deadline) {
        const asked = once(answers, question, { signal: AbortSignal.timeout(ASK_AGAIN_MS) }).catch(() => undefined)
        await notify(pool, `sync ${question}`)
        await asked
        const { rows } = await pool.query<{ pid: number }>(
          'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
          [listener_name],
        )
        silent = rows.map(({ pid }) => pid).filter((pid) => !answered.has(pid) && !given_up.has(pid))
        if (silent.length === 0) return
      }
      for (const pid of silent) given_up.add(pid)
      log.warn('a process did not confirm a change of users or sessions in time')
    } finally {
      waiting.delete(question)
    }
  }

  return {
    handleNotice,
    settled,
    /** The listening connection of this process, or undefined while it has none. */
    listening(pid: number | undefined) {
      own = pid
    },
  }
}

const notify = (connection: Queryable, payload: string) =>
  connection.query('select pg_notify($1, $2)', ['changed', payload])
