import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/brand.js'
import styles from './auth-page.module.css'

interface Props {
  title: string
  failure?: string | null
  children: ReactNode
  footer?: ReactNode
}

/** The layout of all pages for people who are not signed in. */
export function AuthPage({ title, failure, children, footer }: Props) {
  return (
    <main className={styles.page}>
      <title>{`${title} · Papercups`}</title>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Brand size={28} />
          Papercups
        </div>
        <h1>{title}</h1>
        <div className={styles.form}>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          {children}
        </div>
        {footer && <p className={styles.footer}>{footer}</p>}
      </div>
    </main>
  )
}
