import { Brand } from '../ui/brand.js'
import styles from './shell.module.css'

/** The outline of the dashboard, so that nothing moves when it has loaded. */
export function ShellSkeleton() {
  return (
    <div className={styles.shell} aria-busy="true">
      <div className={styles.rail}>
        <div className={styles.brand}>
          <Brand size={32} />
        </div>
        {Array.from({ length: 3 }, (_, index) => (
          <div key={index} className={styles.ghost} />
        ))}
      </div>
      <main className={styles.content} />
    </div>
  )
}
