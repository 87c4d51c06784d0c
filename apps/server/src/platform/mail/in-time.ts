import { setTimeout as delay } from 'node:timers/promises'

/** Somebody's name server may never answer, and others wait meanwhile. */
const MOST_MS = 10_000

export async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const waiting = new AbortController()
  const late = delay(MOST_MS, otherwise, { signal: waiting.signal }).catch(() => otherwise)
  try {
    return await Promise.race([work, late])
  } finally {
    waiting.abort()
  }
}
