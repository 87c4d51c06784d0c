import { useState } from 'react'
import { useTopic } from '../../lib/use-topic.js'

const VOLUME = 0.2
const QUIET = 10_000

/** Mounted once by the app shell. Plays a sound for messages of customers only. */
export function useMessageSound(accountId: string) {
  const [ring] = useState(() => createBell(play))
  useTopic(`notification:${accountId}`, { shout: (message) => void (message.customer_id && ring()) })
}

/** Plays at most once in ten seconds. */
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
  // Browsers block sound until the user has interacted with the page.
  sound.play().catch(() => undefined)
}
