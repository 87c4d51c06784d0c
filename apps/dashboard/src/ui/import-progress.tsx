import type { ReactNode } from 'react'
import styles from './import-progress.module.css'

/** From 0 to 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} value={share} max={1} />
      <span aria-hidden="true">{Math.floor(share * 100)} %</span>
    </div>
  )
}

export function CountList({ counts }: { counts: Array<[label: string, count: number]> }) {
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was skipped. The server sends only the first ones. */
export function ProblemList({ label, problems, all }: { label: string; problems: ReactNode[]; all: number }) {
  if (problems.length === 0) return null
  return (
    <section className={styles.problems} aria-label={label} tabIndex={0}>
      <ul>
        {problems.map((problem, index) => (
          <li key={index}>{problem}</li>
        ))}
      </ul>
      {all > problems.length && <p>Showing the first {problems.length}.</p>}
    </section>
  )
}
