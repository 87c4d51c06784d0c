import { startBareServer } from './bare-server.js'
import { BODY } from './bare-statement.js'
import type { Child } from './child.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { openMany, PhoenixClient } from './clients/phoenix-client.js'
import { RawSocket } from './clients/raw-socket.js'
import { eachOf, median, takeTurns } from './statistics.js'

const LISTENERS = 1_000
/** Messages in flight, so the server never waits for the last listener. */
const IN_FLIGHT = 4
const ROUNDS = 12
const ROUND_MS = 1_500
/** Messages to a conversation without listeners, to warm up the compiler. */
const WARM_UP_MESSAGES = 4_000

/** One message to a thousand sockets of a topic, against a loop that writes the same bytes to a thousand bare sockets. */
export async function measureFanOut(ground: Ground) {
  const product = await startProduct(ground)
  const bare = await startBareServer()
  const heard = new Heard()

  const company = await registerCompany(product)
  const [seat, elsewhere] = await seatCustomers(ground, company, 2)
  const conversation_id = seat?.conversation_id ?? ''
  const lanes = await Promise.all(Array.from({ length: IN_FLIGHT }, () => HttpLane.open(product.port)))
  const say = (conversation_id = '') =>
    requestBytes('/api/messages', company.token, { message: { conversation_id, body: BODY } })
  const request = say(conversation_id)
  const unheard = say(elsewhere?.conversation_id)
  await Promise.all(
    lanes.map(async (lane) => {
      for (let sent = 0; sent < ground.scale(WARM_UP_MESSAGES / IN_FLIGHT); sent += 1) await lane.send(unheard)
    }),
  )

  // Opened in turn, because the order affects the result.
  const listeners = await openMany(LISTENERS, async () => {
    const client = await PhoenixClient.open(product.port)
    await client.join(`conversation:${conversation_id}`)
    const socket = await RawSocket.open(bare.port, '/listen')
    client.onFrame = heard.count
    socket.onFrame = heard.count
    return { client, socket }
  })
  const drum = await RawSocket.open(bare.port, '/drum')

  const ours = () => broadcast(product.process, heard, (lane) => (lanes[lane] as HttpLane).send(request))
  /** The server disconnects silent sockets, also while it is the other side's turn. */
  const stayAwake = () => Promise.all(listeners.map(({ client }) => client.beat()))
  const limit = async () => {
    const broadcasts = await broadcast(bare.process, heard, async () => drum.send(''))
    await stayAwake()
    return broadcasts
  }

  await ours()
  drum.send(heard.last)
  await limit()
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })

  const open = listeners.flatMap(({ client, socket }) => [client, socket])
  for (const socket of [...open, drum, ...lanes]) socket.close()
  await Promise.all([product.stop(), bare.stop()])
  const cpu = eachOf(rounds, (turn) => turn.cpu)
  return toFigure({
    name: 'fan-out',
    unit: 'deliveries/s',
    goal: { at_least: 0.8 },
    rounds: eachOf(rounds, (turn) => turn.a_second),
    beside: {
      'server processor µs/delivery': median(cpu.map(({ ours }) => ours)),
      'of the bare loop': median(cpu.map(({ limit }) => limit)),
      'ratio by processor time': median(cpu.map(({ ours, limit }) => limit / ours)),
    },
  })
}

interface Broadcasts {
  a_second: number
  /** Processor µs of the server for each delivery. */
  cpu: number
}

async function broadcast(server: Child, heard: Heard, trigger: (lane: number) => Promise<void>): Promise<Broadcasts> {
  const before = await server.probe('cpu')
  const begun = performance.now()
  heard.restart()
  let sent = 0
  const worker = async (lane: number) => {
    while (performance.now() - begun < ROUND_MS) {
      sent += 1
      await Promise.all([trigger(lane), heard.all(sent * LISTENERS)])
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, lane) => worker(lane)))
  const seconds = (performance.now() - begun) / 1_000
  const after = await server.probe('cpu')
  const deliveries = sent * LISTENERS
  return { a_second: deliveries / seconds, cpu: (after.cpu - before.cpu) / deliveries }
}

class Heard {
  last = ''
  #deliveries = 0
  #waiting: Array<{ count: number; resolve: () => void }> = []

  count = (bytes: Buffer, start: number, end: number) => {
    this.#deliveries += 1
    const first = this.#waiting[0]
    if (!first || this.#deliveries < first.count) return
    this.last = bytes.toString('utf8', start, end)
    this.#waiting.shift()
    first.resolve()
  }

  restart() {
    this.#deliveries = 0
  }

  /** Called in ascending order. */
  all(count: number) {
    return new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
  }
}
