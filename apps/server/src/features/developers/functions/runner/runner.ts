import type { ConsoleLine } from '@papercups/contract'
import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRequire } from 'node:module'
import { MAX_OPEN_FETCHES, type TimeLimits } from './limits.js'
import type { Ending, FromRunner, GuestAnswer, GuestRequest, GuestResponse, Task, ToRunner } from './messages.js'

/** Answers the calls of a function. A rejection becomes an error of its `fetch`. */
export type GuestFetch = (request: GuestRequest) => Promise<GuestResponse>

/** The runner was killed. If the function began, nobody knows how far it came. */
interface Lost {
  ok: false
  lost: true
  began: boolean
}

export type Outcome = (Ending | Lost) & { output: ConsoleLine[]; duration_ms: number }

/** Without the limits, which the runner adds. */
export type RunnerTask = Omit<Task, 'cpu_ms' | 'number'>

export interface Runner {
  readonly pid: number
  run(task: RunnerTask, fetch: GuestFetch): Promise<Outcome>
  /** Whether it can run another function. */
  readonly isUsable: boolean
  kill(): void
  readonly gone: Promise<void>
}

/** Tests run the sources, but a process needs JavaScript. */
const HERE = dirname(fileURLToPath(import.meta.url)).replace(/([\\/]server[\\/])src([\\/])/, '$1dist$2')
const PROCESS = join(HERE, 'runner-process.js')
/** Memory of sandboxes that ended is freed late, so a runner does not live forever. */
const MAX_RUNS = 200
/** A process that is started on a busy machine takes a while. */
const START_MS = 30_000
/** Behind the server, which must answer while functions use all processors. */
const PRIORITY = 5

/** Starts a process that runs functions. It gets no environment, and Node.js keeps it from files and other processes. */
export function startRunner({ cpu_ms, total_ms }: TimeLimits): Runner {
  const child = fork(PROCESS, { env: {}, execArgv: [...OPTIONS], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  try {
    if (child.pid) setPriority(child.pid, PRIORITY)
  } catch {
    // It ended already, which `gone` tells.
  }
  let runs = 0
  let isDead = false
  let listen: (message: FromRunner) => void = () => {}
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isDead = true
      resolve()
    }
    child.once('exit', end).once('error', end)
  })
  child.on('message', (message: FromRunner) => listen(message))
  const send = (message: ToRunner) => {
    if (child.connected) child.send(message, () => {})
  }
  const kill = () => {
    isDead = true
    child.kill('SIGKILL')
  }

  return {
    pid: child.pid ?? 0,
    gone,
    kill,
    get isUsable() {
      return !isDead && runs < MAX_RUNS
    },
    async run(task, fetch) {
      runs += 1
      const run = runs
      const started = performance.now()
      const output: ConsoleLine[] = []
      let began = false
      const answerer = createAnswerer(fetch, (answer) => send({ answered: { ...answer, run } }))
      const ending = await new Promise<Ending | Lost>((resolve) => {
        // `gone` answers for a process that does not even begin.
        let timer = setTimeout(kill, START_MS)
        const settle = (ending: Ending | Lost) => {
          clearTimeout(timer)
          resolve(ending)
        }
        const begin = () => {
          began = true
          clearTimeout(timer)
          timer = setTimeout(() => {
            settle(overTime(total_ms))
            kill()
          }, total_ms)
        }
        void gone.then(() => settle({ ok: false, lost: true, began }))
        listen = (message) => {
          if ('began' in message) begin()
          else if ('line' in message) output.push(message.line)
          else if ('fetch' in message) answerer.answer(message.id, message.fetch)
          else if ('ended' in message) settle(message.ended)
        }
        send({ run: { ...task, cpu_ms, number: run } })
      })
      listen = () => {}
      answerer.end()
      return { ...ending, output, duration_ms: Math.round(performance.now() - started) }
    },
  }
}

const overTime = (ms: number): Ending => {
  const errorMessage = `The function ran for more than ${ms / 1_000} seconds.`
  return { ok: false, error: { errorType: 'Error', errorMessage, stack: '' } }
}

/** A function that calls often at once waits for its own calls, not others for it. Calls that it did not wait for end with it. */
function createAnswerer(fetch: GuestFetch, send: (answer: GuestAnswer) => void) {
  const waiting: Array<() => void> = []
  let open = 0
  let hasEnded = false
  return {
    answer(id: number, request: GuestRequest) {
      const start = () => {
        open += 1
        const answer = (given: GuestAnswer) => hasEnded || send(given)
        fetch(request)
          .then(
            (response) => answer({ id, response }),
            (error: Error) => answer({ id, failure: error.message }),
          )
          .finally(() => {
            open -= 1
            waiting.shift()?.()
          })
      }
      if (open < MAX_OPEN_FETCHES) start()
      else waiting.push(start)
    },
    end() {
      hasEnded = true
      waiting.length = 0
    },
  }
}

/** What the process reads: its own code and the engine. */
function readablePaths() {
  const { resolve } = createRequire(import.meta.url)
  const packages = ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', '@jitl/quickjs-ffi-types']
  const folders = packages.map((name) => dirname(dirname(resolve(name))))
  return [HERE, ...folders]
}

const OPTIONS = [
  '--no-warnings',
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  ...readablePaths().map((path) => `--allow-fs-read=${join(path, '*')}`),
  '--max-old-space-size=64',
]
