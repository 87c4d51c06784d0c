import { startBareServer } from './bare-server.js'
import type { Child } from './child.js'
import { startCrowd } from './crowd.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { mean, median, quantile } from './statistics.js'
import { openChats } from './visitors.js'

const VISITORS = 10_000
/** Visitors who write. */
const WRITERS = 200
const A_SECOND = 100
const MINUTES = 3
/** Messages to warm up the compiler. */
const WARM_UP = { messages: 3_000, a_second: 200 }
const RECONNECTING = 2_000
const LOOK_MS = 1_000
const BEAT_MS = 20_000

const LIMIT_MS = 100
/** A widget repeats a join that has no answer after this time, which adds load. */
const BACK_WITHIN_S = 10

/** Ten thousand visitors, a hundred messages a second for three minutes, then many who reconnect at once. */
export async function measureLoad(ground: Ground) {
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  const count = ground.scale(VISITORS, 2 * WRITERS)
  const before = (await product.process.probe('memory')).memory.rss
  const seats = await seatCustomers(ground, company, count)
  const crowd = await startCrowd()
  await crowd.order('open', { port: product.port, account_id: company.account_id, seats: seats.slice(WRITERS) })
  const chats = await openChats(product, company, seats.slice(0, WRITERS))
  const beating = setInterval(() => void chats.stayAwake(), BEAT_MS)
  await chats.measure(ground.scale(WARM_UP.messages), WARM_UP.a_second)

  const memory = watchMemory(product.process)
  const { cpu } = await product.process.probe('cpu')
  const begun = performance.now()
  const minutes: number[][] = []
  for (let minute = 0; minute < MINUTES; minute += 1)
    minutes.push(await chats.measure(ground.scale(60 * A_SECOND), A_SECOND))
  const busy = ((await product.process.probe('cpu')).cpu - cpu) / 1_000 / (performance.now() - begun)
  const resident = memory.stop()

  const reconnecting = Math.min(RECONNECTING, seats.length - WRITERS)
  const back = await crowd.order('reconnect', { count: reconnecting })
  const bare = await startBareServer()
  const bare_back = await crowd.order('openBare', { port: bare.port, count: reconnecting })
  clearInterval(beating)
  chats.close()
  await Promise.all([crowd.stop(), bare.stop()])
  await product.stop()

  const took = minutes.flat()
  const p99 = (values: number[]) => quantile(values, 0.99)
  const [first, last] = halvesAfterFirst(resident)
  return [
    toFigure({
      name: 'load p99',
      unit: 'ms',
      goal: { at_most: 1 },
      rounds: [{ ours: p99(took), limit: LIMIT_MS }],
      beside: {
        'p50 ms': median(took),
        'longest ms': Math.max(...took),
        ...Object.fromEntries(minutes.map((values, at) => [`p99 of minute ${at + 1}`, p99(values)])),
        'server processor %': busy * 100,
      },
    }),
    toFigure({
      name: 'load: memory',
      unit: 'MB',
      goal: { at_most: 1.05 },
      rounds: [{ ours: last, limit: first }],
      beside: {
        'before the visitors MB': before / 1_000_000,
        'peak MB': Math.max(...resident),
        'kB/visitor': (last * 1_000_000 - before) / count / 1_000,
      },
    }),
    toFigure({
      name: 'load: reconnect',
      unit: 's',
      goal: { at_most: 1 },
      rounds: [{ ours: back / 1_000, limit: BACK_WITHIN_S }],
      beside: { sockets: reconnecting, 'bare sockets s': bare_back / 1_000 },
    }),
  ]
}

/** Megabytes, read every second. */
function watchMemory(process: Child) {
  const resident: number[] = []
  const look = async () => void resident.push((await process.probe('cpu')).memory.rss / 1_000_000)
  const looking = setInterval(() => void look().catch(() => {}), LOOK_MS)
  return {
    stop() {
      clearInterval(looking)
      return resident
    },
  }
}

/** The means of the two halves after the first minute. A leak makes the second one larger. */
function halvesAfterFirst(resident: number[]) {
  const after = resident.slice(Math.floor(resident.length / MINUTES))
  const middle = Math.floor(after.length / 2)
  return [mean(after.slice(0, middle)), mean(after.slice(middle))] as const
}
