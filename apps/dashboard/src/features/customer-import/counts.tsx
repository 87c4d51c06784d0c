import type { CustomerImport } from '@papercups/contract'
import styles from './customer-import.module.css'

/** How many lines were imported or skipped so far. During a check nothing is written, so the labels say "would". */
export function Counts({ file }: { file: CustomerImport }) {
  const would = file.status === 'checking' || file.status === 'checked'
  const counts: Array<[did: string, would: string, count: number]> = [
    ['Created', 'Would be created', file.created_count],
    ['Updated', 'Would be updated', file.updated_count],
    ['Skipped', 'Would be skipped', file.skipped_count],
  ]
  return (
    <dl className={styles.counts}>
      {counts.map(([did, wouldBe, count]) => (
        <div key={did}>
          <dt>{would ? wouldBe : did}</dt>
          <dd>{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}
