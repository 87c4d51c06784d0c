import { Brand } from '../ui/brand.js'
import styles from './shell.module.css'

/** The dashboard's outline, so that nothing moves once it is there. */
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
