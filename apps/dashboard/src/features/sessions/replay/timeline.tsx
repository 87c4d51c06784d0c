import type { Recording } from '@papercups/contract'
import { useMemo } from 'react'
import { formatDuration } from '../describe-session.js'
import styles from '../sessions.module.css'
import { dotsOf, percentAt } from './marks.js'

interface Props {
  recording: Recording
  at: number
  onJump: (moment: number) => void
}

/** A slider over the whole recording. The dots repeat what the list of marks says. */
export function Timeline({ recording, at, onJump }: Props) {
  const { first_at, last_at } = recording
  const dots = useMemo(() => dotsOf(recording), [recording])
  const [passed, whole] = [formatDuration(at - first_at), formatDuration(last_at - first_at)]
  return (
    <div className={styles.timeline}>
      <span className={styles.clock}>{passed}</span>
      <div className={styles.track}>
        <div className={styles.dots} aria-hidden="true">
          {dots.map(({ kind, percent }) => (
            <i key={`${kind} ${percent}`} data-kind={kind} style={{ left: `${percent}%` }} />
          ))}
        </div>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={`${passed} of ${whole}`}
          min={first_at}
          max={last_at}
          step={1_000}
          value={at}
          style={{ '--passed': `${percentAt(recording, at)}%` } as object}
          onChange={({ currentTarget }) => onJump(Number(currentTarget.value))}
        />
      </div>
      <span className={styles.clock}>{whole}</span>
    </div>
  )
}
