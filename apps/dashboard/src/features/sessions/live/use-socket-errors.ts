import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useConnection } from '../../../lib/socket.js'

const PAUSE_MS = 30_000

/** Says that the connection is lost, at most once in half a minute. */
export function useSocketErrors() {
  const isLost = useConnection() === 'reconnecting'
  const shown = useRef(-Infinity)
  useEffect(() => {
    if (!isLost || Date.now() - shown.current < PAUSE_MS) return
    shown.current = Date.now()
    notifications.show({ color: 'red', message: 'Error connecting to socket. Try refreshing the page.' })
  }, [isLost])
}
