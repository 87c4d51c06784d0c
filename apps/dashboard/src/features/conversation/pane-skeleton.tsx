import { Skeleton } from '@mantine/core'
import styles from './conversation.module.css'
import { MessageSkeletons } from './thread/message-skeletons.js'

/** Shown while a conversation loads. */
export function PaneSkeleton() {
  return (
    <div className={styles.pane}>
      <div className={styles.main} aria-busy="true">
        <div className={styles.header}>
          <Skeleton height={14} width={140} />
        </div>
        <MessageSkeletons />
      </div>
    </div>
  )
}
