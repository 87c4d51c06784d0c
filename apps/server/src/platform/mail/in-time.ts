/** A name server may never answer, and other mail would wait for it. */
const MOST_MS = 10_000

export function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(otherwise), MOST_MS)
    void work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
