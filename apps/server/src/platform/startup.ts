import type { Config } from './config.js'
import { StartupError } from './startup-error.js'

/** What has been started, to be let go of in the opposite order: at the end, or when the start fails half way. */
export class Started {
  readonly #endings: Array<() => unknown> = []

  add(end: () => unknown) {
    this.#endings.push(end)
  }

  async letGo() {
    for (let end = this.#endings.pop(); end; end = this.#endings.pop()) await end()
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
