import { ApiError } from '@papercups/client-core'

const LONGEST_PAUSE_MS = 30_000

/** Runs `work` one at a time, again if it is asked for meanwhile, and later again unless the server refuses it. */
export function createRefresher(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run() {
    while (isAskedAgain) {
      isAskedAgain = false
      try {
        await work()
        failures = 0
      } catch (error) {
        if (error instanceof ApiError && error.final) continue
        // Random, so that not all visitors call a restarted server at once.
        const pause = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures++) * (0.5 + Math.random())
        clearTimeout(timer)
        timer = setTimeout(() => void refresh(), pause)
      }
    }
    running = undefined
  }

  /** Resolves when the work has run, with or without success. */
  function refresh() {
    clearTimeout(timer)
    isAskedAgain = true
    running ??= run()
    return running
  }

  return {
    refresh,
    /** Does not wait any longer after a failure. */
    retryNow() {
      if (failures) void refresh()
    },
  }
}
