import type { ReportRating } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversationPath } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { formatShortMoment } from '../../lib/format.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable } from '../../ui/row-table.js'
import { CsvButton, type TableColumn } from './chart-section.js'
import { ratingsQuery, readAllRatings, type Rated } from './satisfaction-query.js'
import styles from './reporting.module.css'

const columns: Array<TableColumn<ReportRating>> = [
  {
    title: 'Customer',
    look: 'name',
    text: ({ customer }) => customerName(customer),
    render: ({ conversation, customer }) => <Link to={conversationPath(conversation)}>{customerName(customer)}</Link>,
  },
  { title: 'Rating', width: '18%', text: ({ score }) => score ?? '', render: ({ score }) => score ?? '--' },
  { title: 'Comment', text: ({ comment }) => comment ?? '', render: ({ comment }) => <bdi>{comment}</bdi> },
  {
    title: 'Closed',
    look: 'quiet',
    text: ({ asked_at }) => asked_at,
    render: ({ asked_at }) => formatShortMoment(asked_at),
  },
]

/** The conversations behind a number, with their ratings. */
export function RatingsList({ title, about }: { title: string; about: Rated }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ratingsQuery(about))
  if (!data && error) return <LoadFailure title="Error retrieving ratings" error={error} retry={refetch} />
  if (!data) return <SectionSkeletons heights={[200]} />
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <p className={styles.empty}>No ratings</p>
  return (
    <>
      <CsvButton {...{ title, columns }} rows={() => readAllRatings(about)} />
      <RowTable bare label={title} columns={columns} rows={rows} />
      {hasNextPage && (
        <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
