/** Pauses up to this long are played. */
const PAUSE_MS = 5_000

/** The pause ends this long before the visitor does something again. */
const LEAD_MS = 1_000

/** Where to continue if the visitor does nothing for a while from this moment on. `activity` is sorted. Undefined if they do. */
export function afterInactivity(activity: number[], at: number, last: number): number | undefined {
  const next = activity[firstAfter(activity, at)] ?? last
  return next - at > PAUSE_MS ? next - LEAD_MS : undefined
}

/** The index of the first number above `at`. */
function firstAfter(numbers: number[], at: number) {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}
