import { openSync, readSync, writeFileSync } from 'node:fs'

/** Loaded into every measured process, so that ours and the limit are measured in the same way. */
export interface Probed {
  /** Microseconds of processor time since the start. */
  cpu: number
  memory: NodeJS.MemoryUsage
  /** The peak since the last question about the memory, in bytes. */
  peak: number
  /** Milliseconds: the longest block of the event loop since the last question. */
  blocked: number
  /** The same with the time in which other processes had the processor. */
  blocked_and_waiting: number
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
  const memory = process.memoryUsage()
  process.send?.({ probed: { cpu: user + system, memory, peak, ...longestBlock() } satisfies Probed })
}

const TICK_MS = 2
let longest: { blocked: number; blocked_and_waiting: number } | undefined

/** Measured since the first question. */
function longestBlock() {
  const since = longest ?? { blocked: 0, blocked_and_waiting: 0 }
  if (!longest) watchLoop()
  longest = { blocked: 0, blocked_and_waiting: 0 }
  return since
}

/**
 * The load shares the processor with the server. While the kernel lets the load run, the server is not blocked by its own
 * work, so that time is left out.
 */
function watchLoop() {
  const waited = createRunDelay()
  let [at, waited_before] = [performance.now(), waited()]
  setInterval(() => {
    const [now, waited_now] = [performance.now(), waited()]
    const late = now - at - TICK_MS
    const own = late - (waited_now - waited_before)
    ;[at, waited_before] = [now, waited_now]
    if (!longest) return
    longest.blocked = Math.max(longest.blocked, own)
    longest.blocked_and_waiting = Math.max(longest.blocked_and_waiting, late)
  }, TICK_MS).unref()
}

/** Milliseconds in which the main thread could run and had no processor. Only Linux tells. */
function createRunDelay() {
  const file = process.platform === 'linux' ? openSync('/proc/self/schedstat', 'r') : undefined
  const bytes = Buffer.alloc(128)
  return () => {
    if (file === undefined) return 0
    const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
    return Number(text.split(' ')[1]) / 1e6
  }
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
  // Filling the nursery can take more memory than what is measured next. Only Linux can forget the peak.
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
}

function fillNursery() {
  let kept: object[] = []
  for (let count = 0; count < 5_000_000; count += 1) {
    kept.push({ count })
    if (kept.length > 200_000) kept = []
  }
}
