import type { Platform } from '../platform.js'

const LOOK_EVERY_MS = 1_000

/** Work on one claimed row: a receiver of webhooks, a function, a mailbox. */
export interface Lane {
  /** Looks for more to do. */
  fill(): void
  /** Begins nothing more. */
  stop(): void
  /** Resolves after everything is stored and the lease is released, with whether `fill` was called too late. */
  readonly done: Promise<boolean>
}

interface Options<Claimed> {
  platform: Platform
  /** Lanes at the same time. One that fails holds its place for one call. */
  max: number
  /** Takes rows that have work and that no other process has. */
  claim(limit: number): Promise<Claimed[]>
  open(claimed: Claimed): Lane
}

/** Opens a lane for each row with work. Lanes do not wait for each other. */
export function startLeasedWork<Claimed>({ platform, max, claim, open }: Options<Claimed>) {
  const lanes = new Set<Lane>()
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  const look = async () => {
    for (const lane of lanes) lane.fill()
    for (const claimed of await claim(max - lanes.size)) {
      const lane = open(claimed)
      lanes.add(lane)
      void lane.done.then((unread) => {
        const was_full = lanes.size === max
        lanes.delete(lane)
        if (unread || was_full) wake()
      })
    }
  }
  const wake = () => {
    if (stopped) return
    if (looking) {
      again = true
      return
    }
    looking = look()
      .catch((error: unknown) => platform.log.error({ err: error }, 'waiting work cannot be claimed'))
      .finally(() => {
        looking = undefined
        if (!again) return
        again = false
        wake()
      })
  }
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
      for (const lane of lanes) lane.stop()
      await Promise.all([...lanes].map(({ done }) => done))
    },
  }
}
