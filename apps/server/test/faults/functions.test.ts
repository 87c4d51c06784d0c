import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../database.js'
import { newFunction, runsOf } from '../functions.js'
import { Agent, Visitor } from '../story.js'
import { startReceiver } from '../webhook-receiver.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from './server-process.js'
import { until } from './until.js'

beforeAll(ensureServerIsBuilt, 120_000)

const CONVERSATIONS = 4
const MESSAGES = 8

/** The processes that run functions for a server. */
function runnersOf({ pid }: ServerProcess) {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map((line) =>
    line
      .trim()
      .split(/\s+/, 2)
      .map(Number)
      .concat(Number(/runner-process/.test(line))),
  )
  return rows.flatMap(([child, parent, isRunner]) => (parent === pid && isRunner && child ? [child] : []))
}

function killRunners(server: ServerProcess) {
  let killed = 0
  for (const pid of runnersOf(server)) {
    try {
      process.kill(pid, 'SIGKILL')
      killed += 1
    } catch {
      // It ended by itself.
    }
  }
  return killed
}

test('every event runs its function in order, although runners and the server are killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-functions-'))
  const database = await createMigratedDatabase()
  const env = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex'), DATA_DIR: folder }
  const server = new ServerProcess(await freePort(), { ...env, OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
  await server.start()
  const ada = await new Agent(server.url).register({ company_name: 'Acme', email: `ada-${randomUUID()}@acme.test` })
  const receiver = await startReceiver()
  // Slow enough that a kill hits functions in the middle of a call.
  receiver.answer = (_, reply) => void setTimeout(() => reply.end(), 30)
  const code = `const handler = async (call) => {
    await fetch('${receiver.url}', { method: 'POST', body: JSON.stringify(call) })
    return call.payload.body
  }`
  const fn = await newFunction(ada, code)
  const visitors = Array.from({ length: CONVERSATIONS }, () => new Visitor(server.url))
  for (const visitor of visitors) await (await visitor.arrives(ada.account_id)).opensChat()
  const say = async (number: number) => {
    for (const { conversation_id, customer_id } of visitors)
      await ada.data('POST', '/api/messages', { message: { conversation_id, customer_id, body: String(number) } })
  }
  const arrived = () => new Set(receiver.received.map(({ payload }) => String(payload.id))).size

  let killed = 0
  for (let number = 0; number < MESSAGES; number += 1) {
    await say(number)
    if (number % 3 !== 1) continue
    const before = arrived()
    await until('a function to call', () => arrived() > before)
    killed += killRunners(server)
  }
  await until('half of the events', () => arrived() >= (MESSAGES * CONVERSATIONS) / 2)
  await server.end('SIGKILL')
  // Otherwise the next process waits until the lease of the killed one ends.
  await database.pool.query('update lambdas set leased_until = now()')
  await server.start()
  const ended = async () => (await runsOf(ada, fn)).filter(({ status }) => status === 'succeeded').length
  await until('all runs', async () => (await ended()) === MESSAGES * CONVERSATIONS)

  for (const { conversation_id } of visitors) {
    const own = receiver.received.filter(({ payload }) => payload.conversation_id === conversation_id)
    const numbers = [...new Set(own.map(({ payload }) => Number(payload.body)))]
    expect(numbers).toEqual(Array.from({ length: MESSAGES }, (_, number) => number))
  }
  expect(killed).toBeGreaterThan(0)
  expect(await runsOf(ada, fn)).toHaveLength(MESSAGES * CONVERSATIONS)
  console.log(
    `Function faults: ${MESSAGES * CONVERSATIONS} events, ${killed} runners and one server killed, ` +
      `${receiver.received.length} calls, every event ran in order.`,
  )
}, 120_000)
