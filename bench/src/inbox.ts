import { fillAccount, wordOf } from './big-account.js'
import { toFigure, type Figure } from './figure.js'
import { registerCompany, startProduct, type Company, type Ground } from './ground.js'
import { HttpLane, requestBytes } from './http-lane.js'
import { quantile, takeTurns } from './statistics.js'

const LARGE = 100_000
const SMALL = LARGE / 100
const ROUNDS = 6
const REQUESTS = 80
const WARM_UP = 200

/** What an agent's page asks for all day, in an account of a million messages against one of ten thousand. */
export async function measureInbox(ground: Ground): Promise<Figure[]> {
  const product = await startProduct(ground)
  const [large, small] = [await registerCompany(product), await registerCompany(product)]
  await fillAccount(ground, small, SMALL)
  await fillAccount(ground, large, LARGE)
  const lane = await HttpLane.open(product.port)

  const figures: Figure[] = []
  for (const [name, paths] of Object.entries(ASKED)) {
    const [inLarge, inSmall] = [await paths(ground, large), await paths(ground, small)]
    const ours = () => p95(lane, inLarge, REQUESTS)
    const limit = () => p95(lane, inSmall, REQUESTS)
    for (const asked of [inSmall, inLarge]) await p95(lane, asked, WARM_UP)
    const rounds = await takeTurns(ROUNDS, { ours, limit })
    figures.push(toFigure({ name: `inbox: ${name}`, unit: 'ms, p95', goal: { at_most: 1.5 }, rounds }))
  }

  lane.close()
  await product.stop()
  return figures
}

type Paths = (ground: Ground, company: Company) => Promise<Buffer[]>

const asking =
  (...paths: string[]): Paths =>
  async (_, { token }) =>
    paths.map((path) => requestBytes(path, token))

const list = (filters: string) => `/api/conversations?${filters}&message_limit=1`
const search = (...words: number[]) => list(`q=${words.map(wordOf).join('+')}`)

const ASKED: Record<string, Paths> = {
  list: asking(
    list('status=open'),
    list('status=open&assignee_id=me'),
    list('status=open&read=false'),
    list('status=closed'),
  ),
  counters: asking('/api/conversations/unread'),
  /** Rare words and frequent ones, alone and together. */
  search: asking(search(5_000), search(0), search(3), search(40, 200), search(0, 1)),
  async conversation({ pool }, { account_id, token }) {
    const { rows } = await pool.query<{ id: string }>(
      'select id from conversations where account_id = $1 order by id limit 500',
      [account_id],
    )
    return rows.map(({ id }) => requestBytes(`/api/conversations/${id}?message_limit=50`, token))
  },
}

/** One after the other, as one agent would. */
async function p95(lane: HttpLane, requests: Buffer[], count: number) {
  const took: number[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const begun = performance.now()
    await lane.send(requests[sent % requests.length] as Buffer)
    took.push(performance.now() - begun)
  }
  return quantile(took, 0.95)
}
