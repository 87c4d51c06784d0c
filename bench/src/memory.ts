import { startBareServer } from './bare-server.js'
import type { Seat } from './bare-statement.js'
import type { Child } from './child.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { openMany } from './clients/phoenix-client.js'
import { RawSocket } from './clients/raw-socket.js'
import { eachOf, median, slope, takeTurns } from './statistics.js'
import { openVisitor } from './visitors.js'

/** Connections between two readings of the memory. */
const STEP = 1_000
const STEPS = 8
/** Connected and closed before the first reading, so that code and pools that exist once are not counted. */
const WARM_UP = 500
const ROUNDS = 3

interface Connection {
  /** The server disconnects silent sockets. */
  beat?(): Promise<unknown>
  close(): void
}

interface Held {
  resident: number
  heap: number
}

/** What a connected visitor costs the server, against a bare socket that nobody uses. Every turn is a new process. */
export async function measureMemory(ground: Ground) {
  const step = ground.scale(STEP, 100)
  const first = await startProduct(ground)
  const { account_id, ...company } = await registerCompany(first)
  const seats = await seatCustomers(ground, { account_id, ...company }, step * STEPS)
  await first.stop()

  const rounds = await takeTurns(ROUNDS, {
    async ours() {
      const product = await startProduct(ground)
      const open = (index: number) => openVisitor(product.port, account_id, seats[index] as Seat)
      const held = await perConnection(product.process, step, open)
      await product.stop()
      return held
    },
    async limit() {
      const bare = await startBareServer()
      const held = await perConnection(bare.process, step, () => RawSocket.open(bare.port, '/idle'))
      await bare.stop()
      return held
    },
  })

  const heap = eachOf(rounds, (held) => held.heap)
  const runs = rounds.map(({ ours, limit }, at) => [`run ${at + 1}`, ours.resident / limit.resident])
  return toFigure({
    name: 'memory',
    unit: 'kB/visitor',
    goal: { at_most: 1.8 },
    rounds: eachOf(rounds, (held) => held.resident),
    beside: {
      ...(Object.fromEntries(runs) as Record<string, number>),
      'heap and buffers kB/visitor': median(heap.map(({ ours }) => ours)),
      'of a bare socket': median(heap.map(({ limit }) => limit)),
      'ratio by heap': median(heap.map(({ ours, limit }) => ours / limit)),
    },
  })
}

/** Kilobytes per connection: the slope over all readings, because a single one is off by megabytes. */
async function perConnection(server: Child, step: number, open: (index: number) => Promise<Connection>): Promise<Held> {
  for (const socket of await openMany(Math.min(WARM_UP, step), open)) socket.close()
  const sockets: Connection[] = []
  const looks: Array<{ count: number; resident: number; heap: number }> = []
  for (let turn = 0; turn <= STEPS; turn += 1) {
    if (turn > 0) sockets.push(...(await openMany(step, (index) => open(sockets.length + index))))
    await Promise.all(sockets.flatMap((socket) => socket.beat?.() ?? []))
    const { memory } = await server.probe('memory')
    looks.push({ count: sockets.length, resident: memory.rss, heap: memory.heapUsed + memory.external })
  }
  for (const socket of sockets) socket.close()
  const grows = (read: (look: (typeof looks)[number]) => number) =>
    slope(looks.map((look) => [look.count, read(look)])) / 1_000
  return { resident: grows(({ resident }) => resident), heap: grows(({ heap }) => heap) }
}
