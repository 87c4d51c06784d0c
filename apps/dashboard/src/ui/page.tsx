import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeError } from '../lib/api-error.js'
import { Notice } from './notice.js'
import styles from './page.module.css'

interface Props {
  title: string
  /** A sentence below the title. */
  lead?: ReactNode
  children: ReactNode
}

/** A page that scrolls by itself, in a column that stays readable on any screen. */
export function Page({ title, lead, children }: Props) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Papercups`}</title>
      <div className={styles.column}>
        <header className={styles.header}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  )
}

/** In the place of sections that have not arrived. */
export function SectionSkeletons({ heights }: { heights: number[] }) {
  return (
    <div className={styles.skeletons} aria-busy="true">
      {heights.map((height, index) => (
        <Skeleton key={index} height={height} radius="lg" />
      ))}
    </div>
  )
}

/** In the place of what could not be loaded. */
export function LoadFailure({ title, error, retry }: { title: string; error: unknown; retry: () => unknown }) {
  return (
    <Notice role="alert" title={title} actions={<Button onClick={() => void retry()}>Try again</Button>}>
      {describeError(error)}
    </Notice>
  )
}
