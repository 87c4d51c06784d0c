export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? NaN
  const high = sorted[Math.ceil(at)] ?? NaN
  return low + (high - low) * (at - Math.floor(at))
}

export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export const median = (values: number[]) => quantile(values, 0.5)

/** The slope of the line of least squares. */
export function slope(points: Array<[x: number, y: number]>) {
  const x = mean(points.map(([at]) => at))
  const y = mean(points.map(([, value]) => value))
  const covariance = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  return covariance / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
}

/** One turn of ours and one of the limit, next to each other in time. */
export interface Round<T = number> {
  ours: T
  limit: T
}

/** The two take turns, so that other load on the machine affects both. */
export async function takeTurns<T>(
  rounds: number,
  { ours, limit }: { ours: () => Promise<T>; limit: () => Promise<T> },
): Promise<Array<Round<T>>> {
  const taken: Array<Round<T>> = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours()
      taken.push({ ours: first, limit: await limit() })
    } else {
      const first = await limit()
      taken.push({ ours: await ours(), limit: first })
    }
  }
  return taken
}

export const eachOf = <T, U>(rounds: Array<Round<T>>, read: (turn: T) => U): Array<Round<U>> =>
  rounds.map(({ ours, limit }) => ({ ours: read(ours), limit: read(limit) }))

/** Runs of `work` per second by this many workers, each with one in flight. */
export async function rate(ms: number, workers: number, work: (worker: number) => Promise<unknown>) {
  const begun = performance.now()
  let done = 0
  const worker = async (index: number) => {
    while (performance.now() - begun < ms) {
      await work(index)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)))
  return (done * 1_000) / (performance.now() - begun)
}
