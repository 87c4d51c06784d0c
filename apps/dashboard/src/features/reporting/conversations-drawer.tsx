import type { ReportConversation, ReportNumber } from '@papercups/contract'
import { Button, Drawer } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversationPath } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { api } from '../../lib/api.js'
import { formatShortMoment } from '../../lib/format.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { formatDuration } from './report-formats.js'
import type { Filters } from './report-filters.js'
import { queryOf, type ReportRange } from './report-range.js'
import styles from './reporting.module.css'

/** A number of the report, and what it counts. */
export interface Opened {
  title: string
  range: ReportRange
  number: ReportNumber
  user_id?: number
  weekday?: number
  hour?: number
  at_least?: number
  field?: 'browser' | 'os' | 'time_zone'
  value?: string
  except?: string[]
  /** Only conversations with this tag, also of a report that is filtered by another one. */
  tagged?: string
  /** Those of the report. */
  filters?: Filters
}

const behindQuery = ({ title: _, range, filters, ...about }: Opened) =>
  infiniteQueryOptions({
    queryKey: ['reporting', 'conversations', range, filters, about],
    queryFn: ({ pageParam: after, signal }) =>
      api.getPage('/reporting/conversations', {
        query: { ...queryOf(range), ...filters, ...about, after: after ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

interface Props {
  opened: boolean
  about: Opened
  onClose: () => void
}

/** The conversations that a number counts. */
export function ConversationsDrawer({ opened, about, onClose }: Props) {
  return (
    <Drawer
      {...{ opened, onClose, title: about.title, position: 'right', size: 'lg' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Conversations about={about} />
    </Drawer>
  )
}

const columns: Array<Column<ReportConversation>> = [
  {
    title: 'Customer',
    look: 'name',
    render: (row) => <Link to={conversationPath(row)}>{customerName(row.customer)}</Link>,
  },
  { title: 'Began', look: 'quiet', render: ({ created_at }) => formatShortMoment(created_at) },
]
const timeColumn: Column<ReportConversation> = {
  title: 'Time',
  width: '26%',
  render: ({ seconds }) => (seconds === null ? '--' : formatDuration(seconds)),
}

function Conversations({ about }: { about: Opened }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(behindQuery(about))
  if (!data && error) return <LoadFailure title="Error retrieving conversations" error={error} retry={refetch} />
  if (!data) return <SectionSkeletons heights={[200]} />
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <p className={styles.empty}>No conversations</p>
  const isTime = about.number === 'first_reply' || about.number === 'resolution'
  return (
    <>
      <RowTable bare label="Conversations" columns={isTime ? [...columns, timeColumn] : columns} rows={rows} />
      {hasNextPage && (
        <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
