import { BODY, storeBare } from './bare-statement.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { rate, takeTurns } from './statistics.js'

const CONCURRENCY = 32
const CONVERSATIONS = 50
const ROUNDS = 12
const ROUND_MS = 1_200
/** Warm-up: a server whose code is not compiled yet takes twice the time. */
const WARM_UP_MS = 8_000

/** Messages a second over HTTP, against the bare transaction at the same concurrency. */
export async function measureMessages(ground: Ground) {
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  const seats = await seatCustomers(ground, company, CONVERSATIONS)
  const requests = seats.map(({ conversation_id }) =>
    requestBytes('/api/messages', company.token, { message: { conversation_id, body: BODY } }),
  )
  const lanes = await Promise.all(Array.from({ length: CONCURRENCY }, () => HttpLane.open(product.port)))
  const pool = ground.openPool(CONCURRENCY)
  const author = { user_id: company.user_id }

  let next = 0
  const pick = <T>(list: T[]) => list[(next += 1) % list.length] as T
  const ours = (ms: number) => rate(ms, CONCURRENCY, (lane) => (lanes[lane] as HttpLane).send(pick(requests)))
  const limit = (ms: number) => rate(ms, CONCURRENCY, () => storeBare(pool, company.account_id, pick(seats), author))

  await ours(ground.scale(WARM_UP_MS))
  await limit(ground.scale(WARM_UP_MS / 2))
  let messages = 0
  let cpu = 0
  const rounds = await takeTurns(ground.scale(ROUNDS), {
    async ours() {
      const before = await product.process.probe('cpu')
      const a_second = await ours(ROUND_MS)
      cpu += (await product.process.probe('cpu')).cpu - before.cpu
      messages += (a_second * ROUND_MS) / 1_000
      return a_second
    },
    limit: () => limit(ROUND_MS),
  })

  for (const lane of lanes) lane.close()
  await product.stop()
  return toFigure({
    name: 'messages',
    unit: 'messages/s',
    goal: { at_least: 0.6 },
    rounds,
    beside: { 'server processor µs/message': cpu / messages },
  })
}
