import type { FromRunner, Task, ToRunner } from './messages.js'
import { compileEngine, openSandbox, type Sandbox } from './sandbox.js'

/** A process that runs functions, one after the other, each in a sandbox of its own. */
const engine = await compileEngine()

/** Opened while nothing runs, so that the next run does not wait for it. */
let next: Promise<Sandbox> | undefined = openSandbox(engine)
let current: { sandbox: Sandbox; number: number } | undefined

const send = (message: FromRunner) => void process.send?.(message)

process.on('message', (message: ToRunner) => {
  if ('run' in message) return void run(message.run)
  const { answered } = message
  if (current?.number !== answered.run) return
  current.sandbox.answer(answered.id, 'response' in answered ? answered.response : answered.failure)
})
process.on('disconnect', () => process.exit())

function prepare() {
  next ??= openSandbox(engine)
}

async function run(task: Task) {
  const opening = (next ??= openSandbox(engine))
  next = undefined
  const sandbox = await opening
  current = { sandbox, number: task.number }
  send({ began: true })
  sandbox.run(task, {
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
