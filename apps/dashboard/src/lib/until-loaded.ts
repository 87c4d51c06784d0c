import { reachability } from './reachability.js'

const PAUSE = 1_000
const ATTEMPTS = 3

/**
 * Loads a chunk as soon as the server is reachable. Browsers remember a failed import until the page is reloaded, so it
 * must not start while the server is down.
 */
export async function untilLoaded<T>(load: () => Promise<T>, server = reachability, pause = PAUSE): Promise<T> {
  for (let failed = 0; ;) {
    if (server.isLikely() || (await server.check())) {
      try {
        return await load()
      } catch (error) {
        // The server answers, but without the file: the page is older than the server, so waiting does not help.
        if (await server.check()) failed += 1
        if (failed === ATTEMPTS) throw error
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Loads a chunk before it is needed. Does nothing while the server is down. */
export function preload(load: () => Promise<unknown>) {
  if (reachability.isLikely()) load().catch(() => undefined)
}
