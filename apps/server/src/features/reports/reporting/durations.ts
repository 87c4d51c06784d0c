/** Seconds in four bytes each, as PostgreSQL's int4send writes them. */
export function readSeconds(bytes: Buffer): number[] {
  const seconds: number[] = []
  for (let at = 0; at < bytes.length; at += 4) seconds.push(bytes.readInt32BE(at))
  return seconds
}

/** 0 for an empty list, as the original answers. */
export function averageOf(values: readonly number[]) {
  let sum = 0
  for (const value of values) sum += value
  return values.length === 0 ? 0 : sum / values.length
}

/** The mean of the two values in the middle where their number is even. */
export function medianOf(values: readonly number[]) {
  const sorted = Int32Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The smallest value that is not exceeded by so many of the values. */
export function percentilesOf(values: readonly number[]) {
  const sorted = Int32Array.from(values).sort()
  const at = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0
  return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95) }
}
