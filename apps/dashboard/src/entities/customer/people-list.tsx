import type { ListedCustomer } from '@papercups/contract'
import { Button } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.js'
import { formatAgo } from '../../lib/format.js'
import { useMe } from '../user/me.js'
import { customerName } from '../person-name.js'
import { customersKey } from '../use-live-records.js'
import { useNow } from '../../lib/use-now.js'
import { useTopic } from '../../lib/use-topic.js'
import styles from './people-list.module.css'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'

/** What the listed customers have in common. */
export type PeopleFilter = { company_id: string } | { tag_id: string } | { issue_id: string }

const PAGE_SIZE = 50

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'people', filter],
    queryFn: ({ pageParam: page, signal }) =>
      api.getPage('/customers', { query: { ...filter, page, page_size: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page_number, total_pages }) => (page_number < total_pages ? page_number + 1 : undefined),
  })

interface Props {
  filter: PeopleFilter
  /** Shown when the list is empty. */
  emptyText: string
  /** One more column, after the email. */
  extraColumn?: Column<ListedCustomer>
  /** Actions at the end of each row. */
  renderActions?: (customer: ListedCustomer) => ReactNode
}

/** The customers of a company, with a tag, or linked to an issue. */
export function PeopleList({ filter, emptyText, extraColumn, renderActions }: Props) {
  const people = useInfiniteQuery(peopleQuery(filter))
  const now = useNow()
  useLivePeople(filter)

  if (!people.data && people.error)
    return <LoadFailure title="Error retrieving people" error={people.error} retry={people.refetch} />
  if (!people.data) return <SectionSkeletons heights={[120]} />
  const rows = people.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <p className={styles.nobody}>{emptyText}</p>

  const columns: Array<Column<ListedCustomer>> = [
    {
      title: 'Name',
      look: 'name',
      render: (customer) => (
        <Link to={`/customers/${customer.id}`} className={styles.name} dir="auto">
          {customerName(customer)}
        </Link>
      ),
    },
    { title: 'Email', look: 'quiet', render: ({ email }) => email || '--' },
    ...(extraColumn ? [extraColumn] : []),
    {
      title: 'Last seen',
      look: 'quiet',
      roomy: true,
      width: '22%',
      render: ({ last_seen_at }) => (last_seen_at ? formatAgo(last_seen_at, now) : '--'),
    },
    ...(renderActions ? [{ title: 'Actions', look: 'actions' as const, render: renderActions }] : []),
  ]
  return (
    <>
      <RowTable label="People" bare columns={columns} rows={rows} />
      {people.hasNextPage && (
        <Button variant="default" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          Load more...
        </Button>
      )}
    </>
  )
}

/** A changed customer may enter or leave the list. */
function useLivePeople(filter: PeopleFilter) {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: peopleQuery(filter).queryKey })
  useTopic(`notification:${useMe().account_id}`, {
    joined: refresh,
    'customer:created': refresh,
    'customer:updated': refresh,
    'customer:deleted': refresh,
    'customer:merged': refresh,
    'customer:unmerged': refresh,
    'issue:changed': refresh,
  })
}
