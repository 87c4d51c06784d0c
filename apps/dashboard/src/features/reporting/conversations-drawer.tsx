import type { ReportClock, ReportConversation, ReportNumber } from '@papercups/contract'
import { Button, Drawer } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversationPath } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { api } from '../../lib/api.js'
import { formatShortMoment } from '../../lib/format.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable } from '../../ui/row-table.js'
import { CsvButton, type TableColumn } from './chart-section.js'
import { LARGEST_PAGE, readAllPages } from './read-all-pages.js'
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
  /** Seconds by this clock. */
  at_least?: number
  clock?: ReportClock
  field?: 'browser' | 'os' | 'time_zone'
  value?: string
  except?: string[]
  /** Only conversations with this tag, also of a report that is filtered by another one. */
  tagged?: string
  /** Those of the report. */
  filters?: Filters
}

interface ConversationPage {
  data: ReportConversation[]
  next: string | null
}

/** A list of conversations that is read page by page. */
export interface ConversationList {
  key: unknown[]
  read: (page: { after?: string | undefined; limit?: number }, signal?: AbortSignal) => Promise<ConversationPage>
}

const conversationsQuery = ({ key, read }: ConversationList) =>
  infiniteQueryOptions({
    queryKey: ['reporting', 'conversations', ...key],
    queryFn: ({ pageParam: after, signal }) => read({ after: after ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The conversations that a number counts. */
export const behind = ({ title: _, range, filters, ...about }: Opened): ConversationList => ({
  key: [range, filters, about],
  read: (page, signal) =>
    api.getPage('/reporting/conversations', {
      query: { ...queryOf(range), ...filters, ...about, ...page },
      ...(signal && { signal }),
    }),
})

export const isOfTimes = ({ number }: Opened) =>
  number === 'first_reply' || number === 'next_reply' || number === 'resolution'

interface ListProps {
  title: string
  list: ConversationList
  /** Whether the conversations have a time. */
  isTimed: boolean
}

interface Props extends ListProps {
  opened: boolean
  onClose: () => void
}

export function ConversationsDrawer({ opened, onClose, ...props }: Props) {
  const { title } = props
  return (
    <Drawer {...{ opened, onClose, title, position: 'right', size: 'lg' }} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Conversations {...props} />
    </Drawer>
  )
}

const columns: Array<TableColumn<ReportConversation>> = [
  {
    title: 'Customer',
    look: 'name',
    text: ({ customer }) => customerName(customer),
    render: (row) => <Link to={conversationPath(row)}>{customerName(row.customer)}</Link>,
  },
  {
    title: 'Began',
    look: 'quiet',
    text: ({ created_at }) => created_at,
    render: ({ created_at }) => formatShortMoment(created_at),
  },
]
const timeColumn: TableColumn<ReportConversation> = {
  title: 'Time',
  width: '26%',
  text: ({ seconds }) => seconds ?? '',
  render: ({ seconds }) => (seconds === null ? '--' : formatDuration(seconds)),
}

function Conversations({ title, list, isTimed }: ListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    conversationsQuery(list),
  )
  if (!data && error) return <LoadFailure title="Error retrieving conversations" error={error} retry={refetch} />
  if (!data) return <SectionSkeletons heights={[200]} />
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <p className={styles.empty}>No conversations</p>
  const shown = isTimed ? [...columns, timeColumn] : columns
  return (
    <>
      <CsvButton
        {...{ title, columns: shown }}
        rows={() => readAllPages((after) => list.read({ after, limit: LARGEST_PAGE }))}
      />
      <RowTable bare label="Conversations" columns={shown} rows={rows} />
      {hasNextPage && (
        <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
