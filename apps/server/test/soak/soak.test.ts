import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureServerIsBuilt } from '../faults/server-process.js'
import { causeFaults } from './faults.js'
import { count, drawCounts, isSettled } from './counts.js'
import { gatherCrowd, WRITERS, type Crowd } from './crowd.js'
import { seeded } from './random.js'
import { startScene } from './scene.js'

/** `npm run soak` sets both. */
const { SOAK_MINUTES, SOAK_SEED } = process.env
const duration_ms = SOAK_MINUTES ? Number(SOAK_MINUTES) * 60_000 : 20_000
const seed = SOAK_SEED ? Number(SOAK_SEED) : 1
/** More than everybody needs to finish, to fetch what they missed and to work off the queue. */
const SETTLE_MS = 90_000
const REPORT_MS = 30_000

beforeAll(ensureServerIsBuilt, 120_000)

const PATIENCE = { timeout: duration_ms + 2 * SETTLE_MS }

test('an acknowledged message is stored once, shown and in order, whatever fails', PATIENCE, async (context) => {
  const scene = await startScene(seeded(seed))
  if (!scene) return context.skip('no redis-server: set REDIS_SERVER_PATH, or install one on the PATH')
  onTestFinished(() => scene.stop(), 60_000)
  const crowd = await gatherCrowd(scene.balancer.url, seeded(seed + 1))
  crowd.start()
  const reporting = setInterval(() => report(crowd), REPORT_MS)
  onTestFinished(() => clearInterval(reporting))

  const faults = await causeFaults(scene, crowd, seeded(seed + 2), duration_ms)
  await crowd.stop(SETTLE_MS)
  let counts = await count(scene, crowd)
  for (const end = performance.now() + SETTLE_MS; !isSettled(counts) && performance.now() < end; await delay(250))
    counts = await count(scene, crowd)

  const kinds = Object.entries(faults).map(([name, times]) => `${times} × ${name}`)
  const head = `Soak of ${duration_ms / 1_000} s with ${WRITERS} writers, seed ${seed}: ${kinds.join(', ')}`
  console.log(`${head}\n\n${drawCounts(counts)}\n`)
  const { acknowledged, stored, shown, ...faulty } = counts
  const crashes = scene.servers.flatMap((server) => server.crashes)
  expect([...crashes, ...new Set(crowd.tally.wrong)]).toEqual([])
  expect(faulty).toEqual(Object.fromEntries(Object.keys(faulty).map((name) => [name, 0])))
  expect({ stored, shown }).toEqual({ stored: acknowledged, shown: acknowledged })
  expect(acknowledged).toBeGreaterThan(0)
})

const report = ({ tally }: Crowd) =>
  console.log(`${tally.acknowledged.length.toLocaleString('en')} acknowledged so far`)
