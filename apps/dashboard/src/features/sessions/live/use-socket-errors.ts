import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useConnection } from '../../../lib/socket.js'

/** Half a minute on the screen: a message may be drawn late, and the next one at once. */
const PAUSE_MS = 31_000

/** Not in the component: an agent may go from one session to another meanwhile. */
let shownAt = -Infinity

/** Says that the connection is lost, at most once in half a minute. */
export function useSocketErrors() {
  const isLost = useConnection() === 'reconnecting'
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(report, Math.max(0, shownAt + PAUSE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [isLost])
}

function report() {
  shownAt = Date.now()
  notifications.show({ color: 'red', message: 'Error connecting to socket. Try refreshing the page.' })
}
