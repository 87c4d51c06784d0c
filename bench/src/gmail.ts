import { startChild } from './child.js'
import { toFigure } from './figure.js'
import { get, registerCompany, startProduct, type Ground } from './ground.js'
import { pause } from './paced-writes.js'
import { residentMemory } from './process-memory.js'
import type { Round } from './statistics.js'

const THREADS = 10_000
/** As many threads as the server reads at once. */
const CONCURRENCY = 6
/** The first part of the mailbox brings the code and the connections into memory. */
const WARM = 0.2

/** Threads of a mailbox a second against a bare loop of the same calls, and the memory of the server meanwhile. */
export async function measureGmail(ground: Ground) {
  const google = startChild(new URL('./gmail-stand-in.js', import.meta.url))
  const { port } = await google.heard<{ port: number }>('port')
  const url = `http://127.0.0.1:${port}`
  const threads = ground.scale(THREADS, 600)
  google.send({ threads })
  await google.heard('filled')
  const product = await startProduct(ground, [], {
    GOOGLE_URL: url,
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  })
  const company = await registerCompany(product)
  const auth = await get<{ url: string }>(product, company, '/api/google/auth?client=gmail')
  const state = new URL(auth.url).searchParams.get('state') ?? ''
  await get(product, company, `/api/google/oauth?code=code&state=${encodeURIComponent(state)}`)

  const countStored = async () => {
    const { rows } = await ground.pool.query<{ count: number }>('select count(*)::int as count from messages')
    return rows[0]?.count ?? 0
  }
  const stored = async (count: number) => {
    while ((await countStored()) < count) await pause(50)
    return performance.now()
  }
  const warm = Math.round(threads * WARM)
  const begun = await stored(warm)
  const before = await residentMemory(product.process.pid)
  const ended = await stored(threads)
  const after = await residentMemory(product.process.pid)
  await product.stop()

  const limit = await readBare(`${url}/gmail/v1/users/me`, Math.min(threads, 1_000))
  await google.stop()
  const ours = ((threads - warm) * 1_000) / (ended - begun)
  const figure = (name: string, unit: string, goal: { at_least: number } | { at_most: number }, round: Round) =>
    toFigure({ name, unit, goal, rounds: [round] })
  return [
    figure('gmail', 'threads/s', { at_least: 0.6 }, { ours, limit }),
    figure('gmail: memory', 'MB', { at_most: 1.2 }, { ours: after, limit: before }),
  ]
}

/** Reads the thread and its mail, and does nothing with them. */
async function readBare(url: string, count: number) {
  const begun = performance.now()
  let next = 0
  const loop = async () => {
    while (next < count) {
      const id = `thread${(next += 1)}`
      for (const path of [`threads/${id}`, `messages/${id}?format=raw`]) await (await fetch(`${url}/${path}`)).json()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, loop))
  return (count * 1_000) / (performance.now() - begun)
}
