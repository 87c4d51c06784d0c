import type { CustomerProfile, TimelineEntry, TimelineKind } from '@papercups/contract'
import { Button, Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import styles from './customer-timeline.module.css'
import { EntryRow } from './entry-row.js'
import { timelineQuery, useLiveTimeline } from './timeline-query.js'

const KINDS: Array<{ value: TimelineKind; label: string }> = [
  { value: 'visits', label: 'Visits' },
  { value: 'conversations', label: 'Conversations' },
  { value: 'messages', label: 'Messages' },
  { value: 'notes', label: 'Notes' },
  { value: 'tags', label: 'Tags' },
  { value: 'issues', label: 'Issues' },
  { value: 'details', label: 'Details' },
]
const isKind = (name: string | null): name is TimelineKind => KINDS.some(({ value }) => value === name)

/** The events of a customer, grouped by day, newest first. */
export function CustomerTimeline({ customer }: { customer: CustomerProfile }) {
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const timeline = useInfiniteQuery({ ...timelineQuery(customer.id, kind), refetchOnMount: 'always' })
  useLiveTimeline(customer.id)
  return (
    <div className={styles.timeline}>
      <Select
        className={styles.filter ?? ''}
        size="xs"
        aria-label="Show"
        placeholder="Everything"
        clearable
        clearButtonProps={{ 'aria-label': 'Show everything' }}
        data={KINDS}
        value={kind}
        onChange={(name) => setKind(isKind(name) ? name : null)}
      />
      {timeline.data ? (
        <Days customer={customer} entries={timeline.data.pages.flatMap(({ data }) => data)} narrowed={kind !== null} />
      ) : timeline.error ? (
        <LoadFailure title="Error retrieving the timeline" error={timeline.error} retry={timeline.refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
      {timeline.hasNextPage && (
        <Button
          className={styles.more ?? ''}
          size="compact-sm"
          variant="default"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}

interface DaysProps {
  customer: CustomerProfile
  entries: TimelineEntry[]
  narrowed: boolean
}

function Days({ customer, entries, narrowed }: DaysProps) {
  const now = useNow()
  if (entries.length === 0) {
    return (
      <Notice title="Nothing here yet" icon={<IconHistory size={32} stroke={1.5} />}>
        {narrowed ? 'No events of this type yet.' : 'Visits, conversations, notes and changes will be listed here.'}
      </Notice>
    )
  }
  return groupByDay(entries, now).map(({ day, entries }) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h3>{day}</h3>
      <ol>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} customer={customer} now={now} />
        ))}
      </ol>
    </section>
  ))
}

/** Keeps the order of the entries. */
function groupByDay(entries: TimelineEntry[], now: number) {
  const days = new Map<string, TimelineEntry[]>()
  for (const entry of entries) {
    const day = formatDay(entry.created_at, now)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, entries]) => ({ day, entries }))
}
