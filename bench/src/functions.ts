import { readFile, readdir } from 'node:fs/promises'
import { bareCall, CODE, INPUT, loadQuickJs } from './bare-call.js'
import { startChild } from './child.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Company, type Ground, type Product } from './ground.js'
import { residentMemory } from './process-memory.js'
import { createRunnerPool, startRunner, TIME_LIMITS } from './server-parts.js'
import { median, takeTurns } from './statistics.js'

const ROUNDS = 8
const CALLS = 200
const COLD_STARTS = 3
const FUNCTIONS = 100
/** Four runners, each with up to 64 MB of its function besides its own. */
const MEMORY_MB = 4 * 130

const task = { code: CODE, input: INPUT, env: {} }
const noFetch = async () => {
  throw new Error('it calls nothing')
}

/** A call of a function against QuickJS without any wall, and a hundred functions of one event. */
export async function measureFunctions(ground: Ground) {
  return [await measureWarm(ground), await measureCold(ground), await measureMany(ground)]
}

/** The usual time of a call, in milliseconds. */
async function usual(count: number, call: () => Promise<unknown>) {
  const times: number[] = []
  for (let done = 0; done < count; done += 1) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
    // The next sandbox is prepared between two calls.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return median(times)
}

async function measureWarm(ground: Ground) {
  const pool = createRunnerPool()
  const quickJs = await loadQuickJs()
  const ours = () =>
    usual(CALLS, async () => {
      const outcome = await pool.run('bench', task, noFetch)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    })
  const limit = () => usual(CALLS, async () => bareCall(quickJs))
  await ours()
  await limit()
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
  await pool.close()
  return toFigure({ name: 'functions: warm call', unit: 'ms', goal: { at_most: 2 }, rounds })
}

async function measureCold(ground: Ground) {
  const ours = () =>
    usual(COLD_STARTS, async () => {
      const runner = startRunner(TIME_LIMITS)
      await runner.run(task, noFetch)
      runner.kill()
    })
  const limit = () =>
    usual(COLD_STARTS, async () => {
      const child = startChild(new URL('./bare-quickjs.js', import.meta.url))
      await child.heard('result')
      await child.stop()
    })
  await ours()
  await limit()
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
  return toFigure({ name: 'functions: cold start', unit: 'ms', goal: { at_most: 2 }, rounds })
}

/** The most memory that the runners have while one message starts a hundred functions. */
async function measureMany(ground: Ground) {
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  await send(product, company, 'POST', '/api/personal_api_keys', { label: 'Bench' })
  for (let made = 0; made < FUNCTIONS; made += 1) {
    const lambda = { name: `Function ${made}`, code: CODE }
    const { id } = await send<{ id: string }>(product, company, 'POST', '/api/lambdas', { lambda })
    await send(product, company, 'POST', `/api/lambdas/${id}/deploy`, {})
    await send(product, company, 'PUT', `/api/lambdas/${id}`, { lambda: { status: 'active' } })
  }
  const [seat] = await seatCustomers(ground, company, 1)
  const times: number[] = []
  const once = async () => {
    const before = await endedRuns(ground)
    const begun = performance.now()
    await send(product, company, 'POST', '/api/messages', { message: { ...seat, body: 'Hello' } })
    let most = 0
    while ((await endedRuns(ground)) < before + FUNCTIONS) most = Math.max(most, await runnerMemory(product))
    times.push(performance.now() - begun)
    return most
  }
  await once()
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours: once, limit: async () => MEMORY_MB })
  await product.stop()
  const beside = { 'seconds for 100 functions': median(times) / 1_000 }
  return toFigure({ name: 'functions: 100 at once', unit: 'MB', goal: { at_most: 1 }, rounds, beside })
}

async function endedRuns({ pool }: Ground) {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from lambda_runs where status = 'succeeded'`)
  return Number(rows[0]?.count)
}

async function runnerMemory({ process: { pid } }: Product) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const sizes = pids.map(async (child) => {
    const stat = await readFile(`/proc/${child}/stat`, 'utf8')
    const isOurs = Number(/\) \S (\d+)/.exec(stat)?.[1]) === pid
    const isRunner = isOurs && (await readFile(`/proc/${child}/cmdline`, 'utf8')).includes('runner-process')
    return isRunner ? residentMemory(child) : 0
  })
  // A process may end while it is read.
  const read = await Promise.all(sizes.map((size) => size.catch(() => 0)))
  return read.reduce((sum, size) => sum + size, 0)
}

async function send<T>({ port }: Product, { token }: Company, method: string, path: string, body: object): Promise<T> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}
