import type { FromRunner, Task, ToRunner } from './messages.js'
import { compileEngine, openSandbox, type Sandbox } from './sandbox.js'

/** A process that runs functions, one after the other, each in a sandbox of its own. */
const engine = await compileEngine()

/** Opened while nothing runs, so that the next run does not wait for it. */
let next: Promise<Sandbox> | undefined = openSandbox(engine)
let current: Sandbox | undefined

const send = (message: FromRunner) => void process.send?.(message)

process.on('message', (message: ToRunner) => {
  if ('run' in message) void run(message.run)
  else if ('response' in message.answered) current?.answer(message.answered.id, message.answered.response)
  else current?.answer(message.answered.id, message.answered.failure)
})
process.on('disconnect', () => process.exit())

function prepare() {
  next ??= openSandbox(engine)
}

async function run(task: Task) {
  const sandbox = (next ??= openSandbox(engine))
  next = undefined
  current = await sandbox
  send({ began: true })
  current.run(task, {
    line: (line) => send({ line }),
    fetch: (id, fetch) => send({ fetch, id }),
    end(ended) {
      current = undefined
      send({ ended })
      setImmediate(prepare)
    },
  })
}

await next
send({ ready: true })
