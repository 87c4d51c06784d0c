import type { LambdaRun, RunStatus } from '@papercups/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { showColumn, timeColumn } from '../../ui/row-columns.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { describeDuration, RUN_STATUSES } from './describe-function.js'
import { runsQuery } from './function-queries.js'
import styles from './functions.module.css'
import { RunDialog } from './run-dialog.js'

const FILTERS = [
  { value: '', label: 'All' },
  ...Object.entries(RUN_STATUSES).map(([value, { label }]) => ({ value, label })),
]

/** The log. It follows the runs while the page is open. */
export function RunsSection({ id }: { id: string }) {
  const [status, setStatus] = useState<RunStatus | ''>('')
  const [shown, setShown] = useState<string | null>(null)
  const runs = useInfiniteQuery(runsQuery(id, status))
  const rows = runs.data?.pages.flatMap(({ data }) => data)
  return (
    <Section title="Runs" lead="The runs of the last 30 days, newest first.">
      <div className={styles.filters}>
        <NativeSelect
          label="Status"
          data={FILTERS}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as RunStatus | '')}
        />
      </div>
      {rows ? (
        <Rows rows={rows} onShow={setShown} />
      ) : runs.error ? (
        <LoadFailure title="Error retrieving runs" error={runs.error} retry={runs.refetch} />
      ) : (
        <SectionSkeletons heights={[160]} />
      )}
      {runs.hasNextPage && (
        <Button variant="default" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Load more...
        </Button>
      )}
      {shown && <RunDialog id={id} run_id={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

function Rows({ rows, onShow }: { rows: LambdaRun[]; onShow: (id: string) => void }) {
  if (rows.length === 0) return <p className={styles.hint}>No runs.</p>
  const columns: Array<Column<LambdaRun>> = [
    {
      title: 'Event',
      look: 'name',
      render: ({ event, trigger }) => (
        <span className={styles.tags}>
          {event}
          {trigger === 'test' && <Tag look="plain">Test</Tag>}
        </span>
      ),
    },
    {
      title: 'Status',
      width: '110px',
      render: ({ status }) => <Tag look={RUN_STATUSES[status].look}>{RUN_STATUSES[status].label}</Tag>,
    },
    { title: 'Duration', width: '90px', look: 'quiet', roomy: true, render: describeDuration },
    timeColumn(),
    showColumn(onShow),
  ]
  return <RowTable bare label="Runs" columns={columns} rows={rows} />
}
