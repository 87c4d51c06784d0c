import { useSyncExternalStore } from 'react'

const TICK = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    listeners.forEach((notify) => notify())
  }, TICK)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function snapshot() {
  // Without listeners the time may be stale.
  if (!timer && Date.now() - now > TICK) now = Date.now()
  return now
}

/** The time, for texts such as "5m". One timer for the whole page. */
export const useNow = () => useSyncExternalStore(subscribe, snapshot)
