import { useState } from 'react'
import { useTopic } from '../../lib/use-topic.js'

const VOLUME = 0.2
const QUIET = 10_000

/** Mounted once by the app shell: customers are heard, colleagues are not. */
export function useMessageSound(accountId: string) {
  const [ring] = useState(() => createBell(play))
  useTopic(`notification:${accountId}`, { shout: (message) => void (message.customer_id && ring()) })
}

/** However much is written, it rings once in ten seconds. */
export function createBell(ring: () => void) {
  let rang = -Infinity
  return () => {
    if (Date.now() - rang < QUIET) return
    rang = Date.now()
    ring()
  }
}

function play() {
  const sound = new Audio('/new-message.wav')
  sound.volume = VOLUME
  // A page that nobody has touched yet may not make a sound.
  sound.play().catch(() => undefined)
}
