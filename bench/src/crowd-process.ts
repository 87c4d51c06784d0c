import type { Order, Report } from './crowd.js'
import { openMany, type PhoenixClient } from './phoenix-client.js'
import { RawSocket } from './raw-socket.js'
import { openVisitor } from './visitors.js'

/** The heartbeat interval of the widget. */
const BEAT_MS = 30_000
const TICK_MS = 100

/** Idle visitors in a process of their own, so that they do not slow down the measuring process. */
const visitors: PhoenixClient[] = []
let open: (index: number) => Promise<PhoenixClient>
let next = 0

const ORDERS = {
  async open({ port, account_id, seats }: Order['open']) {
    open = (index) => openVisitor(port, account_id, seats[index] as never)
    visitors.push(...(await openMany(seats.length, open)))
    setInterval(beat, TICK_MS)
  },
  /** All at once, as after a network failure. */
  async reconnect({ count }: Order['reconnect']) {
    for (const visitor of visitors.slice(0, count)) visitor.close()
    const back = await Promise.all(visitors.slice(0, count).map((_, index) => open(index)))
    visitors.splice(0, back.length, ...back)
  },
  async openBare({ port, count }: Order['openBare']) {
    const sockets = await Promise.all(Array.from({ length: count }, () => RawSocket.open(port, '/idle')))
    for (const socket of sockets) socket.close()
  },
}

function beat() {
  const count = Math.ceil((visitors.length * TICK_MS) / BEAT_MS)
  for (let sent = 0; sent < count; sent += 1) void visitors[(next += 1) % visitors.length]?.beat()
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
