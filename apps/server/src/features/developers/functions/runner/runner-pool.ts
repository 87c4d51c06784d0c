import { TIME_LIMITS } from './limits.js'
import { startRunner, type GuestFetch, type Outcome, type Runner, type RunnerTask } from './runner.js'

/** Processes at the same time. Each uses up to about 130 MB. */
const MAX_RUNNERS = 4
/** An account leaves some to the others. */
const PER_ACCOUNT = 2
const IDLE_MS = 60_000
const MAX_FAILED_STARTS = 3

interface Call {
  account_id: string
  task: RunnerTask
  fetch: GuestFetch
  settle(outcome: Outcome): void
  /** New runners that died before the function began. */
  failed_starts: number
}

export type RunnerPool = ReturnType<typeof createRunnerPool>

const lost = (): Outcome => ({ ok: false, lost: true, began: false, output: [], duration_ms: 0 })

/**
 * Runs functions in a few processes, which stay for the next call. Whose account runs the fewest functions is next, so an
 * account with many or slow ones waits for itself.
 */
export function createRunnerPool(limits = TIME_LIMITS) {
  const runners = new Set<Runner>()
  const idle: Runner[] = []
  const running = new Map<string, number>()
  const waiting: Call[] = []
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined

  const start = () => {
    const runner = startRunner(limits)
    runners.add(runner)
    void runner.gone.then(() => {
      runners.delete(runner)
      const place = idle.indexOf(runner)
      if (place >= 0) idle.splice(place, 1)
      dispatch()
    })
    return runner
  }
  const countOf = (account_id: string) => running.get(account_id) ?? 0
  const nextCall = () => {
    const open = waiting.filter(({ account_id }) => countOf(account_id) < PER_ACCOUNT)
    const fewest = Math.min(...open.map(({ account_id }) => countOf(account_id)))
    return open.find(({ account_id }) => countOf(account_id) === fewest)
  }
  const dispatch = () => {
    for (let call = nextCall(); call && !isClosed; call = nextCall()) {
      const known = idle.pop()
      const runner = known ?? (runners.size < MAX_RUNNERS ? start() : undefined)
      if (!runner) return
      waiting.splice(waiting.indexOf(call), 1)
      void execute(runner, call, !known)
    }
  }
  const execute = async (runner: Runner, call: Call, isNew: boolean) => {
    const { account_id, task, fetch } = call
    running.set(account_id, countOf(account_id) + 1)
    const outcome = await runner.run(task, fetch)
    const left = countOf(account_id) - 1
    if (left > 0) running.set(account_id, left)
    else running.delete(account_id)
    if (runner.isUsable) idle.push(runner)
    else runner.kill()
    const isUntouched = 'lost' in outcome && !outcome.began && !isClosed
    // A runner that died while it was idle may be found only now, which is no failed start.
    if (isUntouched && isNew) call.failed_starts += 1
    if (isUntouched && call.failed_starts < MAX_FAILED_STARTS) waiting.unshift(call)
    else call.settle(outcome)
    dispatch()
    endIdle()
  }
  /** One stays, so that the next function starts at once. */
  const endIdle = () => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      for (const runner of idle.splice(1)) runner.kill()
    }, IDLE_MS).unref()
  }

  return {
    /** `lost` if the process was killed or the pool is closed. */
    run(account_id: string, task: RunnerTask, fetch: GuestFetch): Promise<Outcome> {
      if (isClosed) return Promise.resolve(lost())
      return new Promise((settle) => {
        waiting.push({ account_id, task, fetch, settle, failed_starts: 0 })
        dispatch()
      })
    },
    get isClosed() {
      return isClosed
    },
    /** The processes now. */
    get pids() {
      return [...runners].map(({ pid }) => pid)
    },
    /** Starts a process, unless there is one. */
    warm() {
      if (!isClosed && runners.size === 0) idle.push(start())
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      for (const { settle } of waiting.splice(0)) settle(lost())
      const all = [...runners]
      for (const runner of all) runner.kill()
      await Promise.all(all.map(({ gone }) => gone))
    },
  }
}
