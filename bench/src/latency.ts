import { startBareServer } from './bare-server.js'
import { BODY, storeBare, type Seat } from './bare-statement.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { openMany, PhoenixClient } from './phoenix-client.js'
import { RawSocket, type FrameListener } from './raw-socket.js'
import { eachOf, median, quantile, takeTurns } from './statistics.js'

const VISITORS = 500
const A_SECOND = 100
const ROUNDS = 4
const MESSAGES = 500
/** Faster than measured, until the server's compiler has seen enough of the way that a message takes. */
const WARM_UP = { messages: 3_000, a_second: 500 }
/** The least that a database can be asked to keep. */
const BARE_ROW = { name: 'bare row', text: 'insert into bare_rows (id, body) values ($1, $2)' }

/** From a visitor's socket to the agent's, against a server that only passes the frame on. */
export async function measureLatency(ground: Ground) {
  const product = await startProduct(ground)
  const bare = await startBareServer()
  const company = await registerCompany(product)
  const seats = await seatCustomers(ground, company, VISITORS)
  const clock = new Clock()
  const pool = ground.openPool(10)

  const agent = await PhoenixClient.open(product.port, company.token)
  await agent.join(`notification:${company.account_id}`)
  const bareAgent = await RawSocket.open(bare.port, '/agent')
  const visitors = await openMany(VISITORS, async (index) => {
    const client = await PhoenixClient.open(product.port)
    const { conversation_id = '', customer_id = '' } = seats[index] ?? {}
    await client.join(`room:${company.account_id}`)
    await client.join(`conversation:${conversation_id}`, { customer_id })
    return { client, socket: await RawSocket.open(bare.port, '/visitor') }
  })
  agent.onFrame = clock.heard
  bareAgent.onFrame = clock.heard

  const topic = (seat: Seat | undefined) => `conversation:${seat?.conversation_id}`
  const words = (number: number) => ({
    body: `${BODY} ${mark(number)}`,
    sent_at: new Date().toISOString(),
    client_message_id: crypto.randomUUID(),
  })
  const ours = (messages = MESSAGES, a_second = A_SECOND) =>
    clock.time(messages, a_second, (number) =>
      visitors[number % VISITORS]?.client.push(topic(seats[number % VISITORS]), 'shout', words(number)),
    )
  const limit = (messages = MESSAGES, a_second = A_SECOND) =>
    clock.time(messages, a_second, (number) => {
      const frame = ['1', '2', topic(seats[number % VISITORS]), 'shout', words(number)]
      visitors[number % VISITORS]?.socket.send(JSON.stringify(frame))
    })
  const alone = (work: (number: number) => Promise<unknown>) =>
    clock.time(MESSAGES / 2, A_SECOND, async (number) => {
      await work(number)
      clock.arrived(number)
    })
  const store = () =>
    alone((number) => storeBare(pool, company.account_id, seats[number % VISITORS] as Seat, 'customer'))
  await pool.query('create table bare_rows (id uuid primary key, body text)')
  const storeRow = () => alone(() => pool.query({ ...BARE_ROW, values: [crypto.randomUUID(), BODY] }))

  const stayAwake = () => Promise.all([agent, ...visitors.map(({ client }) => client)].map((client) => client.beat()))

  await ours(WARM_UP.messages, WARM_UP.a_second)
  await limit(WARM_UP.messages, WARM_UP.a_second)
  const stores: number[] = []
  const rows: number[] = []
  const rounds = await takeTurns(ROUNDS, {
    async ours() {
      await stayAwake()
      stores.push(...(await store()))
      await stayAwake()
      rows.push(...(await storeRow()))
      await stayAwake()
      return ours()
    },
    limit: () => limit(),
  })

  const open = visitors.flatMap(({ client, socket }) => [client, socket])
  for (const socket of [agent, bareAgent, ...open]) socket.close()
  await Promise.all([product.stop(), bare.stop()])
  const all = { ours: rounds.flatMap((round) => round.ours), limit: rounds.flatMap((round) => round.limit) }
  return toFigure({
    name: 'latency p50',
    unit: 'ms',
    goal: { at_most: 3 },
    rounds: eachOf(rounds, median),
    beside: {
      'p99 ms': quantile(all.ours, 0.99),
      'p99 of the relay': quantile(all.limit, 0.99),
      'storing alone p50': median(stores),
      'storing one bare row alone p50': median(rows),
    },
  })
}

const mark = (number: number) => `(${String(number).padStart(9, '0')})`

/** Sends at a steady rate, whether answers come or not, and takes the time from each send to its arrival. */
class Clock {
  #sent = new Map<number, number>()
  #took: number[] = []
  #last = 0
  #finished = () => {}

  heard: FrameListener = (bytes, start, end) => {
    const number = /"shout".*\((\d{9})\)/s.exec(bytes.toString('latin1', start, end))?.[1]
    if (number) this.arrived(Number(number))
  }

  arrived(number: number) {
    const sent = this.#sent.get(number)
    if (sent === undefined) return
    this.#took.push(performance.now() - sent)
    this.#sent.delete(number)
    if (this.#sent.size === 0) this.#finished()
  }

  async time(messages: number, a_second: number, send: (number: number) => unknown): Promise<number[]> {
    this.#took = []
    const begun = performance.now()
    for (let index = 0; index < messages; index += 1) {
      const wait = begun + (index * 1_000) / a_second - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      this.#last += 1
      this.#sent.set(this.#last, performance.now())
      void send(this.#last)
    }
    if (this.#sent.size > 0) await new Promise<void>((resolve) => (this.#finished = resolve))
    return this.#took
  }
}
