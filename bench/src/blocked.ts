import { insertMessages } from './big-account.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Company, type Ground, type Product } from './ground.js'
import { PhoenixClient } from './clients/phoenix-client.js'
import type { Seat } from './bare-statement.js'

const ROUNDS = 3
/** Other users notice a longer block. */
const FELT_MS = 50
/** As many conversations as a page of search results has. */
const FOUND = 50

interface Scene {
  product: Product
  company: Company
  seats: Seat[]
}

/** The longest block of the event loop while the worst allowed input arrives at the highest allowed rate. */
export async function measureBlocked(ground: Ground) {
  const rounds = []
  const longest: Record<string, number> = {}
  for (let round = 0; round < ground.scale(ROUNDS); round += 1) {
    // A new process each time, so that rate limits start at zero.
    const product = await startProduct(ground)
    const company = await registerCompany(product)
    const scene = { product, company, seats: await seatCustomers(ground, company, FOUND) }
    await fillWithWords(ground, scene)
    await everyInput(scene)
    const { blocked, waiting } = await everyInput(scene)
    longest['with the time of other processes'] = Math.max(longest['with the time of other processes'] ?? 0, waiting)
    for (const [name, ms] of Object.entries(blocked)) longest[name] = Math.max(longest[name] ?? 0, ms)
    rounds.push({ ours: Math.max(...Object.values(blocked)), limit: FELT_MS })
    await product.stop()
  }
  const beside = Object.fromEntries(Object.entries(longest).map(([name, ms]) => [`${name} ms`, ms]))
  return toFigure({ name: 'blocked', unit: 'ms, longest block', goal: { at_most: 1 }, rounds, beside })
}

async function everyInput(scene: Scene) {
  const blocked: Record<string, number> = {}
  let waiting = 0
  for (const [name, send] of Object.entries(INPUTS)) {
    await scene.product.process.probe('blocked')
    await send(scene)
    const probed = await scene.product.process.probe('blocked')
    blocked[name] = probed.blocked
    waiting = Math.max(waiting, probed.blocked_and_waiting)
  }
  return { blocked, waiting }
}

const INPUTS: Record<string, (scene: Scene) => Promise<unknown>> = {
  async nothing() {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  },
  'bodies with many keys': (scene) => introduce(scene, mapOf(4_900)),
  'deep bodies': (scene) => introduce(scene, nested(190, 25)),
  'bodies that are too much': (scene) => introduce(scene, mapOf(20_000)),
  forms: ({ product }) =>
    times(60, () =>
      fetch(`${urlOf(product)}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Array.from({ length: 1_900 }, (_, at) => `a[b][c][d][e][f][${at}]=1`).join('&'),
      }),
    ),
  'frames with many values': (scene) => pings(scene, 30, mapOf(4_900)),
  'frames that are too much': (scene) => pings(scene, 30, nested(2_000, 5)),
  'many small frames': (scene) => pings(scene, 500, { text: 'x'.repeat(900) }),
  async 'long messages'({ product, seats: [seat] }) {
    const client = await PhoenixClient.open(product.port)
    const topic = `conversation:${seat?.conversation_id}`
    await client.join(topic, { customer_id: seat?.customer_id })
    for (let count = 0; count < 20; count += 1) client.push(topic, 'shout', { body: 'ä '.repeat(50_000) })
    await client.beat()
    client.close()
  },
  uploads: ({ product, company, seats: [seat] }) =>
    times(15, () => {
      const body = new FormData()
      body.append('account_id', company.account_id)
      body.append('customer_id', seat?.customer_id ?? '')
      body.append('file', new Blob([Buffer.alloc(7_900_000, 'PK\u0003\u0004')]), 'a.zip')
      return fetch(`${urlOf(product)}/api/upload`, { method: 'POST', body })
    }),
  search: ({ product, company }) =>
    times(10, async () => {
      const url = `${urlOf(product)}/api/conversations?q=order&message_limit=1`
      const answer = await fetch(url, { headers: { authorization: company.token } })
      const { data } = (await answer.json()) as { data: unknown[] }
      if (data.length !== FOUND) throw new Error(`the search found ${data.length} instead of ${FOUND}`)
    }),
}

const urlOf = ({ port }: Product) => `http://127.0.0.1:${port}`

const mapOf = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at]))

const nested = (depth: number, count: number) => ({
  lists: Array.from({ length: count }, () => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
})

/** Several at a time, as browsers and attackers send them. */
async function times(count: number, send: () => Promise<Response | void>) {
  for (let from = 0; from < count; from += 8) {
    const answers = await Promise.all(Array.from({ length: Math.min(8, count - from) }, send))
    await Promise.all(answers.flatMap((answer) => answer?.arrayBuffer() ?? []))
  }
}

const introduce = ({ product, company }: Scene, metadata: object) =>
  times(50, () =>
    fetch(`${urlOf(product)}/api/customers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: { account_id: company.account_id, metadata } }),
    }),
  )

async function pings({ product }: Scene, count: number, payload: object) {
  const client = await PhoenixClient.open(product.port)
  await client.join('conversation:lobby')
  for (let sent = 0; sent < count; sent += 1) client.push('conversation:lobby', 'ping', payload)
  await client.beat().catch(() => {})
  client.close()
}

/** Each conversation has one message of very many words, as long as a message may be. */
async function fillWithWords({ pool }: Ground, { company: { account_id } }: Scene) {
  await insertMessages(
    pool,
    `select $1, id, customer_id, null::bigint, 1, 'order ' || repeat('ä ', 49900), now()
     from conversations where account_id = $1`,
    [account_id],
  )
  await pool.query('update conversations set last_seq = 1, last_activity_at = now() where account_id = $1', [
    account_id,
  ])
}
