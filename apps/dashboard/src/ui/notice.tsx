import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  title: string
  children?: ReactNode
  icon?: ReactNode
  /** The next steps. */
  actions?: ReactNode
  role?: 'alert' | 'status'
  /** Use h1 if the page shows nothing else. */
  heading?: 'h1' | 'h2'
}

/** Fills an area that is empty, closed or failed. */
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
