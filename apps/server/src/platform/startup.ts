import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.js'
import { StartupError } from './startup-error.js'

/** The time for all stop functions together. After it the database is stopped even if some still run. */
const PATIENCE_MS = 6_000
/** The time for a stop function that begins after that. */
const MOMENT_MS = 200

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

export async function reachable<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28P01|28000|3D000)$/.test(code)) {
      throw new StartupError(`The database of DATABASE_URL cannot be reached (${code}).`)
    }
    throw error
  }
}

export async function listen(start: () => Promise<string>, { port, host }: Config) {
  try {
    await start()
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} is taken. Set PORT to another one.`)
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} needs more rights than this process has. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL')
      throw new StartupError(`This machine has no address ${host}. Set HOST to one that it has.`)
    throw error
  }
}
