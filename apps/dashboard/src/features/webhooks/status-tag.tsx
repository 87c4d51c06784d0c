import type { EventSubscription } from '@papercups/contract'
import { Tag } from '../../ui/tag.js'
import styles from './webhooks.module.css'

export function StatusTag({
  subscription: { verified, paused_at, failing_since },
}: {
  subscription: EventSubscription
}) {
  if (!verified) return <Tag look="bad">Unverified</Tag>
  return (
    <span className={styles.tags}>
      <Tag look="good">Verified</Tag>
      {paused_at ? <Tag look="bad">Paused</Tag> : failing_since && <Tag look="bad">Failing</Tag>}
    </span>
  )
}
