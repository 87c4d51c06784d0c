import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { describeError } from '../lib/api-error.js'
import { Notice } from './notice.js'
import styles from './page.module.css'

interface Props {
  title: string
  /** A word beside the title. */
  tag?: ReactNode
  /** A sentence below the title. */
  lead?: ReactNode
  /** The page that this one belongs to. */
  back?: { to: string; label: string }
  /** Actions in the header. */
  actions?: ReactNode
  /** For tables and several columns. */
  wide?: boolean
  children: ReactNode
}

/** The layout of a page: a scrolling column of readable width. */
export function Page({ title, tag, lead, back, actions, wide, children }: Props) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Papercups`}</title>
      <div className={styles.column} data-wide={wide || undefined}>
        <header className={styles.header}>
          {back && (
            <Link to={back.to} className={styles.back}>
              <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
              {back.label}
            </Link>
          )}
          <div className={styles.title}>
            <h1 dir="auto">{title}</h1>
            {tag}
            {actions && <div className={styles.actions}>{actions}</div>}
          </div>
          {lead && <p>{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  )
}

/** Shown while sections load. */
export function SectionSkeletons({ heights }: { heights: number[] }) {
  return (
    <div className={styles.skeletons} aria-busy="true">
      {heights.map((height, index) => (
        <Skeleton key={index} height={height} radius="lg" />
      ))}
    </div>
  )
}

/** Shown when loading failed. */
export function LoadFailure({ title, error, retry }: { title: string; error: unknown; retry: () => unknown }) {
  return (
    <Notice role="alert" title={title} actions={<Button onClick={() => void retry()}>Try again</Button>}>
      {describeError(error)}
    </Notice>
  )
}
