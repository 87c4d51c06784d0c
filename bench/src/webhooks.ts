import { startChild, type Child } from './child.js'
import { toFigure } from './figure.js'
import {
  post,
  registerCompany,
  seatCustomers,
  startProduct,
  type Company,
  type Ground,
  type Product,
} from './ground.js'
import { HttpLane } from './clients/http-lane.js'
import { pause, writePaced } from './paced-writes.js'
import { takeTurns } from './statistics.js'

const EVENTS = 1_000
const CONVERSATIONS = 50
/** As many calls as the server makes to one receiver at once. */
const CONCURRENCY = 10
const ROUNDS = 8
const SUBSCRIPTIONS = 10

interface Scene {
  ground: Ground
  product: Product
  receiver: Child
  url: string
}

/** Events delivered a second against bare `fetch`, and what webhooks cost the writer of a message. */
export async function measureWebhooks(ground: Ground) {
  const product = await startProduct(ground, [], { OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
  const receiver = startChild(new URL('./webhook-receiver.js', import.meta.url))
  const { port } = await receiver.heard<{ port: number }>('port')
  const scene = { ground, product, receiver, url: `http://127.0.0.1:${port}/hook` }
  const figures = [await measureDelivery(scene), await measureMessagePath(scene)]
  await receiver.stop()
  await product.stop()
  return figures
}

async function measureDelivery(scene: Scene) {
  const { ground, receiver, url } = scene
  const company = await registerCompany(scene.product)
  const id = await subscribe(scene, company)
  const seats = await seatCustomers(ground, company, CONVERSATIONS)
  const body = JSON.stringify({ event: 'message:created', payload: { body: 'x'.repeat(900) } })

  /** Events a second, from the start until the receiver has the last one. */
  const timed = async (start: () => Promise<unknown>) => {
    receiver.send({ expect: EVENTS })
    await receiver.heard('expecting')
    const complete = receiver.heard('complete')
    const begun = performance.now()
    await start()
    await complete
    return (EVENTS * 1_000) / (performance.now() - begun)
  }
  const ours = async () => {
    await ground.pool.query('update event_subscriptions set paused_at = now() where id = $1', [id])
    await queueEvents(
      ground,
      company,
      id,
      body,
      seats.map(({ conversation_id }) => conversation_id),
    )
    const rate = await timed(() => post(scene.product, company, `/api/event_subscriptions/${id}/resume`))
    await settled(ground, id)
    return rate
  }
  const limit = () =>
    timed(async () => {
      let left = EVENTS
      const loop = async () => {
        while (left > 0) {
          left -= 1
          const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          await answer.text()
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, loop))
    })

  for (let warm = 0; warm < 3; warm += 1) {
    await ours()
    await limit()
  }
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
  return toFigure({ name: 'webhooks', unit: 'events/s', goal: { at_least: 0.7 }, rounds })
}

/** Stored as the event log's reader stores them. */
async function queueEvents(
  { pool }: Ground,
  { account_id }: Company,
  id: string,
  body: string,
  conversations: string[],
) {
  await pool.query(
    `with event as (
      insert into webhook_events (account_id, type, body)
      select $1, 'message:created', $3 from generate_series(1, ${EVENTS}) returning id
    ), numbered as (select id, row_number() over () as n from event)
    insert into webhook_deliveries (account_id, subscription_id, webhook_event_id, event_id, type, order_key)
    select $1, $2, id, n, 'message:created', ($4::uuid[])[1 + n % ${CONVERSATIONS}] from numbered`,
    [account_id, id, body, conversations],
  )
}

async function settled({ pool }: Ground, id: string) {
  const waiting = `select from webhook_deliveries where subscription_id = $1 and status = 'waiting' limit 1`
  while ((await pool.query(waiting, [id])).rowCount) await pause(10)
}

async function measureMessagePath(scene: Scene) {
  const { ground, product } = scene
  const [plain, watched] = [await registerCompany(product), await registerCompany(product)]
  const ids = await Promise.all(Array.from({ length: SUBSCRIPTIONS }, () => subscribe(scene, watched)))
  const lane = await HttpLane.open(product.port)
  const write = async (company: Company) => {
    const rate = await writePaced(ground, lane, company)
    for (const id of ids) await settled(ground, id)
    return rate
  }
  await write(plain)
  await write(watched)
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours: () => write(watched), limit: () => write(plain) })
  lane.close()
  return toFigure({ name: 'webhooks: message path', unit: 'messages/s', goal: { at_least: 0.95 }, rounds })
}

async function subscribe(scene: Scene, company: Company) {
  const event_subscription = { webhook_url: scene.url, events: ['message:created'] }
  const { id, verified } = await post<{ id: string; verified: boolean }>(
    scene.product,
    company,
    '/api/event_subscriptions',
    {
      event_subscription,
    },
  )
  if (!verified) throw new Error('the receiver was not verified')
  return id
}
