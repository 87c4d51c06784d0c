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
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { pause, writePaced } from './paced-writes.js'
import { takeTurns } from './statistics.js'

const MESSAGES = 1_000
const CONVERSATIONS = 50
const WRITERS = 16
/** As many calls as the server makes over one connection at once. */
const CONCURRENCY = 4
const ROUNDS = 8
const BODY = 'x'.repeat(200)

interface Scene {
  ground: Ground
  product: Product
  service: Child
  url: string
}

/** Messages sent to a chat service against bare `fetch`, and what the service costs the writer of a message. */
export async function measureIntegrations(ground: Ground) {
  const product = await startProduct(ground, [], { OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
  const service = startChild(new URL('./mattermost-stand-in.js', import.meta.url))
  const { port } = await service.heard<{ port: number }>('port')
  const scene = { ground, product, service, url: `http://127.0.0.1:${port}` }
  const figures = [await measureMirroring(scene), await measureMessagePath(scene)]
  await service.stop()
  await product.stop()
  return figures
}

async function measureMirroring(scene: Scene) {
  const { ground, product, service, url } = scene
  const company = await registerCompany(product)
  const id = await connect(scene, company)
  const seats = await seatCustomers(ground, company, CONVERSATIONS)
  const requests = seats.map(({ conversation_id }) =>
    requestBytes('/api/messages', company.token, { message: { conversation_id, body: BODY } }),
  )
  const lanes = await Promise.all(Array.from({ length: WRITERS }, () => HttpLane.open(product.port)))
  const writeAll = async (count: number) => {
    let written = 0
    const write = async (lane: HttpLane) => {
      while (written < count) await lane.send(requests[(written += 1) % CONVERSATIONS] as Buffer)
    }
    await Promise.all(lanes.map(write))
  }

  /** Posts a second, from the start until the service has the last one. */
  const timed = async (start: () => Promise<unknown>) => {
    service.send({ expect: MESSAGES })
    await service.heard('expecting')
    const complete = service.heard('complete')
    const begun = performance.now()
    await start()
    await complete
    return (MESSAGES * 1_000) / (performance.now() - begun)
  }
  const ours = async () => {
    await ground.pool.query(`update connected_services set retry_at = now() + interval '1 hour' where id = $1`, [id])
    await writeAll(MESSAGES - 1)
    while ((await countWaiting(ground, id)) < MESSAGES - 1) await pause(10)
    const rate = await timed(async () => {
      await ground.pool.query('update connected_services set retry_at = now() where id = $1', [id])
      // A message wakes the sender.
      await lanes[0]?.send(requests[0] as Buffer)
    })
    while ((await countWaiting(ground, id)) > 0) await pause(10)
    return rate
  }
  const body = JSON.stringify({
    channel_id: 'channel1',
    message: `*:woman_technologist: ada@acme.test*: ${BODY}`,
    root_id: 'post1',
    props: { papercups_delivery: crypto.randomUUID(), papercups_part: 0 },
  })
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
  const limit = () =>
    timed(async () => {
      let left = MESSAGES
      const loop = async () => {
        while (left > 0) {
          left -= 1
          await (await fetch(`${url}/api/v4/posts`, { method: 'POST', headers, body })).json()
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, loop))
    })

  for (let warm = 0; warm < 3; warm += 1) {
    await ours()
    await limit()
  }
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
  for (const lane of lanes) lane.close()
  return toFigure({ name: 'integrations', unit: 'messages/s', goal: { at_least: 0.7 }, rounds })
}

async function measureMessagePath(scene: Scene) {
  const { ground, product } = scene
  const [plain, connected] = [await registerCompany(product), await registerCompany(product)]
  const id = await connect(scene, connected)
  const lane = await HttpLane.open(product.port)
  const write = async (company: Company) => {
    const rate = await writePaced(ground, lane, company)
    while ((await countWaiting(ground, id)) > 0) await pause(10)
    return rate
  }
  await write(plain)
  await write(connected)
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours: () => write(connected), limit: () => write(plain) })
  lane.close()
  return toFigure({ name: 'integrations: message path', unit: 'messages/s', goal: { at_least: 0.95 }, rounds })
}

/** Mirrors the primary inbox to a channel. */
async function connect({ product, url }: Scene, company: Company) {
  const authorization = {
    mattermost_url: url,
    access_token: 'token',
    verification_token: 'token of the webhook',
    channel_id: 'channel1',
    channel_name: 'support',
  }
  return (await post<{ id: string }>(product, company, '/api/mattermost/auth', { authorization })).id
}

async function countWaiting({ pool }: Ground, id: string) {
  const waiting = `select count(*)::int as count from service_deliveries where connection_id = $1 and status = 'waiting'`
  return (await pool.query<{ count: number }>(waiting, [id])).rows[0]?.count ?? 0
}
