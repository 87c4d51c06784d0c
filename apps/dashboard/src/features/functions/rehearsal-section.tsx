import type { LambdaRehearsalDetails } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { showColumn } from '../../ui/row-columns.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { failuresFirst, RUN_STATUSES } from './describe-function.js'
import { rehearsalQuery } from './function-queries.js'
import styles from './functions.module.css'
import { RunDialog } from './run-dialog.js'

/** Rows that are shown at first, and added by each click. */
const ROWS = 20

type RehearsedRun = LambdaRehearsalDetails['runs'][number]

/** Runs the code of the editor over the events of the last 30 days. Nothing that it writes is sent. */
export function RehearsalSection({ id, code }: { id: string; code: string }) {
  const [rehearsal_id, setRehearsal] = useState<string>()
  const fail = (title: string) => (error: unknown) =>
    notifications.show({ color: 'red', title, message: describeError(error) })
  const start = useMutation({
    mutationFn: () => api.post('/lambdas/:id/rehearsals', { params: { id }, body: { code } }),
    onSuccess: (begun) => setRehearsal(begun.id),
    onError: fail('The rehearsal did not start'),
  })
  const stop = useMutation({
    mutationFn: (rehearsal_id: string) =>
      api.delete('/lambdas/:id/rehearsals/:rehearsal_id', { params: { id, rehearsal_id } }),
    onSuccess: () => setRehearsal(undefined),
    onError: fail('The rehearsal was not removed'),
  })
  return (
    <Section
      title="Rehearsal"
      lead="Runs the code above over the events of the last 30 days. It reads your data, but what it would write is only recorded."
      actions={
        <>
          {rehearsal_id && (
            <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate(rehearsal_id)}>
              Stop and remove
            </Button>
          )}
          <Button variant="default" size="xs" loading={start.isPending} onClick={() => start.mutate()}>
            Rehearse
          </Button>
        </>
      }
    >
      {rehearsal_id && <Rehearsal key={rehearsal_id} id={id} rehearsal_id={rehearsal_id} />}
    </Section>
  )
}

function Rehearsal({ id, rehearsal_id }: { id: string; rehearsal_id: string }) {
  const { data, error, refetch } = useQuery(rehearsalQuery(id, rehearsal_id))
  const [shown, setShown] = useState<string | null>(null)
  const [rows, setRows] = useState(ROWS)
  if (!data)
    return error ? (
      <LoadFailure title="Error retrieving the rehearsal" error={error} retry={refetch} />
    ) : (
      <SectionSkeletons heights={[120]} />
    )
  if (data.total === 0) return <p className={styles.hint}>None of its events happened in the last 30 days.</p>
  return (
    <>
      <p role="status" className={styles.hint}>
        {data.is_finished ? 'Finished' : 'Running'}: {data.succeeded + data.failed} of {data.total}, {data.failed}{' '}
        failed
      </p>
      <RowTable bare label="Rehearsal" columns={columnsWith(setShown)} rows={failuresFirst(data.runs).slice(0, rows)} />
      {data.runs.length > rows && (
        <Button variant="default" onClick={() => setRows(rows + ROWS)}>
          Show more
        </Button>
      )}
      {shown && <RunDialog id={id} run_id={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const columnsWith = (onShow: (id: string) => void): Array<Column<RehearsedRun>> => [
  { title: 'Event', look: 'name', render: ({ event }) => event },
  {
    title: 'Status',
    width: '110px',
    render: ({ status }) => <Tag look={RUN_STATUSES[status].look}>{RUN_STATUSES[status].label}</Tag>,
  },
  { title: 'What it would do', roomy: true, render: describeRehearsed },
  showColumn(onShow),
]

function describeRehearsed({ error, writes, status }: RehearsedRun) {
  if (error) return error
  if (status === 'waiting' || status === 'running') return '--'
  return writes.length > 0 ? writes.map(({ method, url }) => `${method} ${url}`).join(', ') : 'Nothing'
}
