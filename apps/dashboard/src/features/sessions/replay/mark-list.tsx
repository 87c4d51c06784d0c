import type { Recording } from '@papercups/contract'
import { formatDuration } from '../describe-session.js'
import styles from '../sessions.module.css'
import { MARK_WORDS } from './marks.js'

/** More are rarely read, and slow the page down. */
const SHOWN = 1_000

interface Props {
  recording: Recording
  at: number
  onJump: (moment: number) => void
}

/** What happened, in order. Each entry jumps to its moment. */
export function MarkList({ recording: { marks, first_at }, at, onJump }: Props) {
  const shown = marks.slice(0, SHOWN)
  const current = shown.findLastIndex((mark) => mark.at <= at)
  if (shown.length === 0) return <p className={styles.quiet}>Nothing is marked in this session.</p>
  return (
    <>
      <ol className={styles.marks} aria-label="Marks">
        {shown.map((mark, index) => (
          <li key={index}>
            <button type="button" aria-current={index === current || undefined} onClick={() => onJump(mark.at)}>
              <span className={styles.clock}>{formatDuration(mark.at - first_at)}</span>
              <i data-kind={mark.kind} aria-hidden="true" />
              <span className={styles.mark} dir="auto">
                <strong>{MARK_WORDS[mark.kind]}</strong> {mark.text}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {marks.length > SHOWN && <p className={styles.quiet}>{`Showing the first ${SHOWN} of ${marks.length}.`}</p>}
    </>
  )
}
