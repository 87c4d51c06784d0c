import { Button, Skeleton } from '@mantine/core'
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import { Notice } from '../../ui/notice.js'
import type { ConversationRows } from './conversation-rows.js'
import styles from './inbox.module.css'
import { ListHeader } from './list-header.js'
import { LoadMore } from './load-more.js'
import { Rows, type RowsProps } from './rows.js'
import { usePinnedRow } from './use-pinned-row.js'
import { useSelection } from './use-selection.js'
import { useSteadyOrder } from './use-steady-order.js'
import type { View } from './views.js'

const BulkBar = lazyPart(async () => (await import('./bulk-bar.js')).BulkBar)

const LongRows = lazyPart(async () => (await import('./long-rows.js')).LongRows)

/** Longer lists render only the rows in view. */
const MANY = 100

interface Props extends Pick<RowsProps, 'openId' | 'pathTo' | 'onApproach'> {
  view: View
  q: string
  list: ConversationRows
  onSearch: (q: string) => void
  /** Called after the user has deleted these. */
  onDeleted: (ids: readonly string[]) => void
}

export function ConversationList({ view, q, openId, list, pathTo, onSearch, onApproach, onDeleted }: Props) {
  const { rows, onPointerMove, onPointerLeave } = useSteadyOrder(list.rows)
  const pinned = usePinnedRow(rows, openId)
  const selection = useSelection(rows, `${view.name} ${q}`)
  const choosing = selection.chosen.length > 0
  useFocusAfter(pinned.scroller, choosing)
  const drawn = { rows, openId, selection, pathTo, onApproach }

  return (
    <section className={styles.list} aria-labelledby="list-title">
      <div className={styles.top}>
        <ListHeader view={view} q={q} covered={choosing} onSearch={onSearch} />
        {choosing && (
          <Suspense fallback={<div className={styles.bulk} />}>
            <BulkBar {...{ selection, onDeleted }} total={rows.length} deleted={view.name === 'deleted'} />
          </Suspense>
        )}
      </div>
      <div
        className={styles.rows}
        ref={pinned.scroller}
        tabIndex={-1}
        data-choosing={choosing || undefined}
        aria-busy={list.isPending || list.isPlaceholderData}
        onPointerMove={onPointerMove}
        onPointerLeave={() => {
          onPointerLeave()
          pinned.onPointerLeave()
        }}
      >
        {rows.length > MANY ? (
          <Suspense fallback={<Rows {...drawn} rows={rows.slice(0, MANY)} />}>
            <LongRows {...drawn} scroller={pinned.scroller} />
          </Suspense>
        ) : (
          rows.length > 0 && <Rows {...drawn} />
        )}
        <EmptyState list={list} searching={q !== ''} />
        <LoadMore key={view.name} list={list} />
      </div>
    </section>
  )
}

/** The bulk bar disappears with the selection, so keyboard focus moves to the list. */
function useFocusAfter(scroller: RefObject<HTMLDivElement | null>, choosing: boolean) {
  const was = useRef(choosing)
  useEffect(() => {
    if (was.current && !choosing && document.activeElement === document.body) {
      scroller.current?.focus({ preventScroll: true })
    }
    was.current = choosing
  }, [scroller, choosing])
}

/** Shown instead of rows: loading, failed or empty. */
function EmptyState({ list, searching }: { list: ConversationRows; searching: boolean }): ReactNode {
  if (list.isPending) return <RowSkeletons />
  if (list.isError && !list.data) {
    const retry = <Button onClick={() => void list.refetch()}>Try again</Button>
    return (
      <Notice role="alert" title="Error retrieving inbox" actions={retry}>
        {list.error.message || 'Unknown error'}
      </Notice>
    )
  }
  if (list.rows.length > 0 || list.hasNextPage) return null
  return (
    <div className={styles.none}>
      <p>No conversations</p>
      {searching && <p>No matches. Try fewer words.</p>}
    </div>
  )
}

function RowSkeletons() {
  return Array.from({ length: 8 }, (_, index) => (
    <div key={index} className={styles.skeleton}>
      <Skeleton height={12} width={index % 2 ? 96 : 120} mb={12} />
      <Skeleton height={10} width={index % 3 ? '90%' : '70%'} />
    </div>
  ))
}
