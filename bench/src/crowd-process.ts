import type { Order, Report } from './crowd.js'
import { openMany, type PhoenixClient } from './clients/phoenix-client.js'
import { RawSocket } from './clients/raw-socket.js'
import { openVisitor } from './visitors.js'

/** The heartbeat interval of the widget. */
const BEAT_MS = 30_000
const TICK_MS = 100

/** Idle visitors in a process of their own, so that they do not slow down the measuring process. */
const visitors: (Visitor | undefined)[] = []
let open: (index: number) => Promise<Visitor>

interface Visitor {
  client: PhoenixClient
  beat_at: number
}

const ORDERS = {
  async open({ port, account_id, seats }: Order['open']) {
    open = async (index) => {
      const client = await openVisitor(port, account_id, seats[index] as never)
      return (visitors[index] = { client, beat_at: performance.now() })
    }
    setInterval(beat, TICK_MS)
    await openMany(seats.length, open)
  },
  /** All at once, as after a network failure. */
  async reconnect({ count }: Order['reconnect']) {
    for (const visitor of visitors.slice(0, count)) visitor?.client.close()
    await Promise.all(visitors.slice(0, count).map((_, index) => open(index)))
  },
  async openBare({ port, count }: Order['openBare']) {
    const sockets = await Promise.all(Array.from({ length: count }, () => RawSocket.open(port, '/idle')))
    for (const socket of sockets) socket.close()
  },
}

/** Each by its own clock: a late tick delays a heartbeat, and never loses one. */
function beat() {
  const now = performance.now()
  for (const visitor of visitors) {
    if (!visitor || now - visitor.beat_at < BEAT_MS) continue
    visitor.beat_at = now
    void visitor.client.beat()
  }
}

async function obey(message: object) {
  const [name, order] = Object.entries(message)[0] as [keyof Order, never]
  const begun = performance.now()
  await ORDERS[name](order)
  process.send?.({ done: performance.now() - begun } satisfies Report)
}

process.on('message', (message: object) => void obey(message))
// It waits for orders, also while nobody is connected.
process.channel?.ref()
process.send?.({ ready: true })
