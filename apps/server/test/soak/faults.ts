import { setTimeout as delay } from 'node:timers/promises'
import type { Crowd } from './crowd.js'
import type { Random } from './random.js'
import { endPostgres, type Scene } from './scene.js'

const DOWN_MS = 2_000
const JOBS = 1_000

interface Fault {
  /** Two faults of one victim do not overlap. */
  victim: string
  /** Resolves when the damage is repaired. `extent` is from 0 to 1. */
  cause(extent: number): Promise<void>
}

function faultsOf(scene: Scene, crowd: Crowd): Record<string, Fault> {
  const killServer = (at: number): Fault => ({
    victim: 'server',
    async cause(extent) {
      const server = scene.servers[at]
      await server?.end('SIGKILL')
      await delay(extent * DOWN_MS)
      if (server) await scene.startServer(server)
    },
  })
  const endRedis = (signal: NodeJS.Signals): Fault => ({
    victim: 'Redis',
    async cause(extent) {
      await scene.redis.end(signal)
      await delay(extent * DOWN_MS)
      await scene.redis.startAgain()
    },
  })
  return {
    'first server killed': killServer(0),
    'second server killed': killServer(1),
    'PostgreSQL killed': { victim: 'PostgreSQL', cause: () => endPostgres(scene, 'SIGKILL') },
    'PostgreSQL restarted': { victim: 'PostgreSQL', cause: () => endPostgres(scene, 'SIGINT') },
    'Redis killed': endRedis('SIGKILL'),
    'Redis restarted': endRedis('SIGTERM'),
    'sockets cut': { victim: 'sockets', cause: async (extent) => scene.balancer.cut(extent) },
    'queues filled': {
      victim: 'queues',
      cause: async () => void (await Promise.all([crowd.burst(), fillJobQueue(scene, crowd)])),
    },
  }
}

/** Causes faults for so long. They overlap. Each kind comes once, then all come at random. Returns how often each came. */
export async function causeFaults(scene: Scene, crowd: Crowd, random: Random, duration_ms: number) {
  const faults = faultsOf(scene, crowd)
  const names = Object.keys(faults)
  const first = random.shuffle(names)
  const counts: Record<string, number> = {}
  const repairs = new Map<string, Promise<void>>()
  const end = performance.now() + duration_ms
  for (;;) {
    const pause = random.between(300, 2_500)
    const name = first.shift() ?? random.pick(names)
    const extent = random.next()
    if (performance.now() + pause > end) break
    await delay(pause)
    const fault = faults[name]
    if (!fault || repairs.has(fault.victim)) continue
    counts[name] = (counts[name] ?? 0) + 1
    const { victim } = fault
    repairs.set(
      victim,
      fault.cause(extent).finally(() => repairs.delete(victim)),
    )
  }
  await Promise.all(repairs.values())
  return counts
}

/** Jobs that find nothing to do. */
async function fillJobQueue({ pool }: Scene, { account_id, conversations }: Crowd) {
  await pool
    .query(
      `select graphile_worker.add_job('message-alerts.gather', payload => json_build_object(
         'account_id', $1::text, 'input', json_build_object('conversation_id', ($2::text[])[1 + n % $3::int])))
       from generate_series(1, $4::int) n`,
      [account_id, conversations, conversations.length, JOBS],
    )
    .catch(() => undefined) // the database may be away
}
