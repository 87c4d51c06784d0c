import { Skeleton } from '@mantine/core'
import styles from './thread.module.css'

export function MessageSkeletons() {
  return (
    <div className={styles.box} aria-busy="true">
      <div className={styles.skeletons}>
        {[220, 160, 280, 120].map((width, index) => (
          <div key={width} className={[styles.row, index % 2 && styles.ours].filter(Boolean).join(' ')}>
            <Skeleton height={40} width={width} radius="lg" />
          </div>
        ))}
      </div>
    </div>
  )
}
