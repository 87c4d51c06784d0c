import { startBareServer } from './bare-server.js'
import { storeBare, type Seat } from './bare-statement.js'
import { Clock, wordsOf } from './clock.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { openMany } from './clients/phoenix-client.js'
import { RawSocket } from './clients/raw-socket.js'
import { eachOf, median, quantile, takeTurns } from './statistics.js'
import { openChats, topicOf } from './visitors.js'

const VISITORS = 500
const A_SECOND = 100
const ROUNDS = 6
const MESSAGES = 500
/** The rate of the warm-up, higher than the measured one. */
const WARM_UP = { messages: 3_000, a_second: 500 }

/** From a visitor's socket to the agent's, against a relay that stores one bare row before it passes the frame on. */
export async function measureLatency(ground: Ground) {
  await ground.pool.query('create table bare_rows (id uuid primary key, body text)')
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  const seats = await seatCustomers(ground, company, VISITORS)
  const chats = await openChats(product, company, seats)
  const relay = await openRelay(ground, seats)
  const clock = new Clock()
  const pool = ground.openPool(10)
  const store = () =>
    clock.time(ground.scale(MESSAGES), A_SECOND, async (number) => {
      await storeBare(pool, company.account_id, seats[number % VISITORS] as Seat, 'customer')
      clock.arrived(number)
    })

  await chats.measure(ground.scale(WARM_UP.messages), WARM_UP.a_second)
  await relay.measure(ground.scale(WARM_UP.messages), WARM_UP.a_second)
  const stores: number[] = []
  const rounds = await takeTurns(ROUNDS, {
    async ours() {
      await chats.stayAwake()
      stores.push(...(await store()))
      await chats.stayAwake()
      return chats.measure(ground.scale(MESSAGES), A_SECOND)
    },
    limit: () => relay.measure(ground.scale(MESSAGES), A_SECOND),
  })

  chats.close()
  await Promise.all([product.stop(), relay.close()])
  const p99 = (turns: number[][]) => quantile(turns.flat(), 0.99)
  return toFigure({
    name: 'latency p50',
    unit: 'ms',
    goal: { at_most: 2 },
    rounds: eachOf(rounds, median),
    beside: {
      'p99 ms': p99(rounds.map(({ ours }) => ours)),
      'p99 of the relay': p99(rounds.map(({ limit }) => limit)),
      'our statement alone p50': median(stores),
    },
  })
}

/** The same visitors and agent at a bare server. */
async function openRelay(ground: Ground, seats: Seat[]) {
  const bare = await startBareServer(ground)
  const clock = new Clock()
  const agent = await RawSocket.open(bare.port, '/agent')
  agent.onFrame = clock.heard
  const visitors = await openMany(seats.length, () => RawSocket.open(bare.port, '/visitor'))
  const say = (number: number) => {
    const at = number % visitors.length
    visitors[at]?.send(JSON.stringify(['1', '2', topicOf(seats[at] as Seat), 'shout', wordsOf(number)]))
  }
  return {
    measure: (messages: number, a_second: number) => clock.time(messages, a_second, say),
    async close() {
      for (const socket of [agent, ...visitors]) socket.close()
      await bare.stop()
    },
  }
}
