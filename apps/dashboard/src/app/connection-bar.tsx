import { useEffect, useState } from 'react'
import { useConnection } from '../lib/socket.js'
import { useOnline } from '../lib/use-online.js'
import styles from './shell.module.css'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 2_000

export function ConnectionBar() {
  const online = useOnline()
  const away = useConnection() === 'reconnecting'
  const [shown, setShown] = useState(false)

  useEffect(() => {
    if (!away) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [away])

  // The region must exist before its text, or screen readers do not announce it.
  return (
    <div role="status">
      {(!online || shown) && (
        <div className={styles.connection}>
          {online ? 'Connection lost. Reconnecting…' : 'You are offline.'} Your drafts are saved.
        </div>
      )}
    </div>
  )
}
