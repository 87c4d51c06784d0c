import { useEffect, useState } from 'react'
import { useConnection } from '../lib/socket.js'
import { useOnline } from '../lib/use-online.js'
import styles from './shell.module.css'

/** A blink of the network is nobody's business. */
const PATIENCE = 2_000

export function ConnectionBar() {
  const online = useOnline()
  const away = useConnection() === 'reconnecting'
  const [shown, setShown] = useState(false)

  useEffect(() => {
    if (!away) return setShown(false)
    const timer = setTimeout(() => setShown(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [away])

  // The region is there before its words, or screen readers do not notice them.
  return (
    <div className={styles.bar} role="status">
      {(!online || shown) && (
        <div className={styles.connection}>
          {online ? 'Connection lost. Reconnecting…' : 'You are offline.'} Your drafts are saved.
        </div>
      )}
    </div>
  )
}
