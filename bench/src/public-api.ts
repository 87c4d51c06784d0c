import { BODY } from './bare-statement.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Company, type Ground, type Product } from './ground.js'
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { rate, takeTurns } from './statistics.js'

const CONCURRENCY = 32
const CONVERSATIONS = 50
const ROUNDS = 12
const ROUND_MS = 1_200
const WARM_UP_MS = 8_000

/** Messages a second with an API key under `/api/v1`, against the same call with a session. */
export async function measurePublicApi(ground: Ground) {
  const product = await startProduct(ground, [], { API_CALLS_PER_MINUTE: '999999999' })
  const company = await registerCompany(product)
  const key = await createKey(product, company)
  const seats = await seatCustomers(ground, company, CONVERSATIONS)
  const requestsTo = (path: string, token: string) =>
    seats.map(({ conversation_id }) => requestBytes(path, token, { message: { conversation_id, body: BODY } }))
  const withKey = requestsTo('/api/v1/messages', `Bearer ${key}`)
  const withSession = requestsTo('/api/messages', company.token)
  const lanes = await Promise.all(Array.from({ length: CONCURRENCY }, () => HttpLane.open(product.port)))

  let next = 0
  const send = (requests: Buffer[]) => (ms: number) =>
    rate(ms, CONCURRENCY, (lane) => {
      next += 1
      return (lanes[lane] as HttpLane).send(requests[next % requests.length] as Buffer)
    })
  const [ours, limit] = [send(withKey), send(withSession)]

  await ours(ground.scale(WARM_UP_MS))
  await limit(ground.scale(WARM_UP_MS))
  const rounds = await takeTurns(ground.scale(ROUNDS), {
    ours: () => ours(ROUND_MS),
    limit: () => limit(ROUND_MS),
  })

  for (const lane of lanes) lane.close()
  await product.stop()
  return toFigure({ name: 'public-api', unit: 'messages/s', goal: { at_least: 0.95 }, rounds })
}

async function createKey({ port }: Product, { token }: Company) {
  const response = await fetch(`http://127.0.0.1:${port}/api/personal_api_keys`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'Benchmark' }),
  })
  const { data } = (await response.json()) as { data: { value: string } }
  return data.value
}
