/** What one tab writes to storage reaches the others a moment later than its lock does. */
const SETTLE_MS = 150

/** One tab at a time, where the browser has locks and lets a frame of ours have them. */
export function alone(name: string, work: () => Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    let begun = false
    const run = () => {
      begun = true
      return work().then(resolve, reject)
    }
    const hold = async () => {
      await run()
      await new Promise((settled) => setTimeout(settled, SETTLE_MS))
    }
    Promise.resolve()
      .then(() => navigator.locks.request(name, hold))
      .catch(() => (begun ? undefined : run()))
  })
}
