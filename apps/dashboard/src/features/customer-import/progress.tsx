import styles from './customer-import.module.css'

/** From 0 to 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} value={share} max={1} />
      <span aria-hidden="true">{Math.floor(share * 100)} %</span>
    </div>
  )
}
