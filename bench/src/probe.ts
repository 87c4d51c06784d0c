import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'

/** Loaded into every measured process before its own code, so that ours and the limit's are asked in the same way. */
export interface Probed {
  /** Microseconds of processor time since the start. */
  cpu: number
  memory: NodeJS.MemoryUsage
  /** Bytes: as much as it ever held. */
  peak: number
  /** Milliseconds: the longest that the event loop was held up since it was asked the last time. */
  blocked: number
}

process.on('message', (question) => {
  if (question === 'cpu') answer()
  if (question === 'memory') void settled().then(answer)
  if (question === 'blocked') answer()
})
// Whoever measures is gone: nobody else would end us.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

function answer() {
  const { user, system } = process.cpuUsage()
  const peak = process.resourceUsage().maxRSS * 1_024
  const blocked = longestBlock()
  process.send?.({ probed: { cpu: user + system, memory: process.memoryUsage(), peak, blocked } satisfies Probed })
}

const TICK_MS = 2
let delays: IntervalHistogram | undefined

/** Watched from the first question on. */
function longestBlock() {
  const longest = delays ? Math.max(0, delays.max / 1e6 - TICK_MS) : 0
  delays ??= monitorEventLoopDelay({ resolution: TICK_MS })
  delays.reset()
  delays.enable()
  return longest
}

/**
 * A young process grows its nursery while it is measured, an old one did so long ago. So everybody's is brought to its
 * full size first; then several collections, because what one finalizes the next one frees.
 */
async function settled() {
  for (let turn = 0; turn < 6; turn += 1) {
    if (turn % 3 === 0) fillNursery()
    global.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function fillNursery() {
  let kept: object[] = []
  for (let count = 0; count < 5_000_000; count += 1) {
    kept.push({ count })
    if (kept.length > 200_000) kept = []
  }
}
