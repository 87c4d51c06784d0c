import { startBareServer } from './bare-server.js'
import type { Child } from './child.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { openMany, PhoenixClient } from './phoenix-client.js'
import { RawSocket } from './raw-socket.js'
import { eachOf, median, takeTurns } from './statistics.js'

const VISITORS = 5_000
/** Come and gone before the first look, so that code and pools which exist once are not counted as theirs. */
const WARM_UP = 500
const ROUNDS = 3

interface Held {
  resident: number
  heap: number
}

/** What a connected visitor costs the server, against a bare socket that nobody uses. Every turn is a new process. */
export async function measureMemory(ground: Ground) {
  const first = await startProduct(ground)
  const company = await registerCompany(first)
  const seats = await seatCustomers(ground, company, VISITORS)
  await first.stop()

  const rounds = await takeTurns(ROUNDS, {
    async ours() {
      const product = await startProduct(ground)
      const held = await perConnection(product.process, async (index) => {
        const client = await PhoenixClient.open(product.port)
        const { conversation_id = '', customer_id = '' } = seats[index] ?? {}
        await client.join(`room:${company.account_id}`)
        await client.join(`conversation:${conversation_id}`, { customer_id })
        return client
      })
      await product.stop()
      return held
    },
    async limit() {
      const bare = await startBareServer()
      const held = await perConnection(bare.process, () => RawSocket.open(bare.port, '/idle'))
      await bare.stop()
      return held
    },
  })

  const heap = eachOf(rounds, (held) => held.heap)
  return toFigure({
    name: 'memory',
    unit: 'kB/visitor',
    goal: { at_most: 2 },
    rounds: eachOf(rounds, (held) => held.resident),
    beside: {
      'heap and buffers kB/visitor': median(heap.map(({ ours }) => ours)),
      'of a bare socket': median(heap.map(({ limit }) => limit)),
      'ratio by heap': median(heap.map(({ ours, limit }) => ours / limit)),
    },
  })
}

async function perConnection(server: Child, open: (index: number) => Promise<{ close(): void }>): Promise<Held> {
  for (const socket of await openMany(WARM_UP, open)) socket.close()
  const { memory: before } = await server.probe('memory')
  const sockets = await openMany(VISITORS, open)
  const { memory: after } = await server.probe('memory')
  for (const socket of sockets) socket.close()
  const each = (bytes: number) => bytes / VISITORS / 1_000
  return {
    resident: each(after.rss - before.rss),
    heap: each(after.heapUsed + after.external - before.heapUsed - before.external),
  }
}
