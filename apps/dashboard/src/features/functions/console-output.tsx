import type { ConsoleLine } from '@papercups/contract'
import styles from './functions.module.css'

/** What a run printed with `console`. */
export function ConsoleOutput({ lines }: { lines: ConsoleLine[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <h3>Console</h3>
      <div className={styles.console} tabIndex={0} role="region" aria-label="Console">
        {lines.map(({ level, text }, at) => (
          <p key={at} data-level={level}>
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
