import { setTimeout } from 'node:timers/promises'
import type { Log } from './log.js'
import { StartupError } from './startup-error.js'

/** The time for all stop functions together. After it the database is stopped even if some still run. */
const PATIENCE_MS = 6_000
/** The time for a stop function that begins after that. */
const MOMENT_MS = 200

/** How long the start waits for the database. */
const DATABASE_MS = 20_000
const RETRY_MS = 250
/** Nobody listens yet, or PostgreSQL says that it is starting. */
const STARTING = new Set(['ECONNREFUSED', '57P03'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'])
/** A wrong password, a rule of pg_hba.conf such as one that demands TLS, no such database, and still starting. */
const REFUSED = new Set(['28P01', '28000', '3D000', '57P03'])

/** The stop functions of started parts. They run in reverse order, at the end or when the start fails. */
export class Started {
  readonly #endings: Array<{ end: () => unknown; waits: boolean }> = []

  /** `waits`: wait for it without a time limit. */
  add(end: () => unknown, { waits = false } = {}) {
    this.#endings.push({ end, waits })
  }

  async stopAll() {
    const deadline = performance.now() + PATIENCE_MS
    for (let ending = this.#endings.pop(); ending; ending = this.#endings.pop()) {
      const ended = Promise.resolve(ending.end())
      const left = Math.max(MOMENT_MS, deadline - performance.now())
      await (ending.waits ? ended : Promise.race([ended, setTimeout(left, undefined, { ref: false })]))
    }
  }
}

/**
 * Connects to the database. Waits a moment for one that is just starting, as one does that is started together with the server.
 */
export async function reachable(connect: () => Promise<unknown>, log: Log) {
  const deadline = performance.now() + DATABASE_MS
  for (let waits = 0; ; waits++) {
    try {
      return await connect()
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (STARTING.has(code) && performance.now() < deadline) {
        if (waits === 0) log.warn({ reason: message }, 'waiting for the database')
        await setTimeout(RETRY_MS)
      } else if (UNREACHABLE.has(code)) {
        throw new StartupError(`The database of DATABASE_URL cannot be reached (${code}).`)
      } else if (REFUSED.has(code)) {
        throw new StartupError(`The database of DATABASE_URL refuses the connection: ${message} (${code}).`)
      } else throw error
    }
  }
}

/** `setting` is the variable that chose the port. */
export async function listen(
  start: () => Promise<unknown>,
  { setting, port, host }: { setting: string; port: number; host: string },
) {
  try {
    await start()
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} is taken. Set ${setting} to another one.`)
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} needs more rights than this process has. Set ${setting} to one above 1023.`)
    if (code === 'EADDRNOTAVAIL')
      throw new StartupError(`This machine has no address ${host}. Set HOST to one that it has.`)
    throw error
  }
}
