import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  title: string
  children?: ReactNode
  icon?: ReactNode
  /** What to do next. */
  actions?: ReactNode
  role?: 'alert' | 'status'
  /** The first level when this is all that the page shows. */
  heading?: 'h1' | 'h2'
}

/** What a place says when it has nothing else to show: empty, closed, failed. */
export function Notice({ title, children, icon, actions, role, heading: Heading = 'h2' }: Props) {
  return (
    <div className={styles.notice} role={role}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
