import type { CustomerImport } from '@papercups/contract'
import { CountList } from '../../ui/import-progress.js'

/** How many lines were imported or skipped so far. During a check nothing is written, so the labels say "would". */
export function Counts({ file }: { file: CustomerImport }) {
  const would = file.status === 'checking' || file.status === 'checked'
  return (
    <CountList
      counts={[
        [would ? 'Would be created' : 'Created', file.created_count],
        [would ? 'Would be updated' : 'Updated', file.updated_count],
        [would ? 'Would be skipped' : 'Skipped', file.skipped_count],
      ]}
    />
  )
}
