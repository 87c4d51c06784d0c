import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'

/** Loaded into every measured process, so that ours and the limit are measured in the same way. */
export interface Probed {
  /** Microseconds of processor time since the start. */
  cpu: number
  memory: NodeJS.MemoryUsage
  /** The peak, in bytes. */
  peak: number
  /** Milliseconds: the longest block of the event loop since the last question. */
  blocked: number
}

process.on('message', (question) => {
  if (question === 'cpu') answer()
  if (question === 'memory') void settled().then(answer)
  if (question === 'blocked') answer()
})
// The measuring process is gone, and nothing else would end this one.
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

/** Measured since the first question. */
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
