import { toFigure, type Figure } from './figure.js'
import { registerCompany, startProduct, type Company, type Ground } from './ground.js'
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { quantile, takeTurns } from './statistics.js'

const ROUNDS = 6
const REQUESTS = 80
const WARM_UP = 200
/** How many times larger one of the two accounts is. */
const TIMES = 100

/** The requests that are sent in turn. */
export type Asked = (ground: Ground, company: Company) => Promise<Buffer[]>

export const asking =
  (...paths: string[]): Asked =>
  async (_, { token }) =>
    paths.map((path) => requestBytes(path, token))

interface Area {
  name: string
  /** The size of the large account. */
  size: number
  fill(ground: Ground, company: Company, size: number): Promise<void>
  asked: Record<string, Asked>
}

/** The same requests to a large account and to one of a hundredth of its size, on one server: p95 of each. */
export async function compareSizes(ground: Ground, { name, size, fill, asked }: Area): Promise<Figure[]> {
  const product = await startProduct(ground)
  const [large, small] = [await registerCompany(product), await registerCompany(product)]
  await fill(ground, small, size / TIMES)
  await fill(ground, large, (size / TIMES) * ground.scale(TIMES, 2))
  const lane = await HttpLane.open(product.port)

  const figures: Figure[] = []
  for (const [what, requests] of Object.entries(asked)) {
    const [inLarge, inSmall] = [await requests(ground, large), await requests(ground, small)]
    for (const warming of [inSmall, inLarge]) await p95(lane, warming, WARM_UP)
    const rounds = await takeTurns(ground.scale(ROUNDS), {
      ours: () => p95(lane, inLarge, REQUESTS),
      limit: () => p95(lane, inSmall, REQUESTS),
    })
    figures.push(toFigure({ name: `${name}: ${what}`, unit: 'ms, p95', goal: { at_most: 1.5 }, rounds }))
  }

  lane.close()
  await product.stop()
  return figures
}

/** One after the other. */
export async function p95(lane: HttpLane, requests: Buffer[], count: number) {
  const took: number[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const begun = performance.now()
    await lane.send(requests[sent % requests.length] as Buffer)
    took.push(performance.now() - begun)
  }
  return quantile(took, 0.95)
}
