import type { SheetExport } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { Fact, Facts } from '../../../ui/facts.js'
import { Progress } from '../../../ui/import-progress.js'
import { sheetsQuery } from './google-queries.js'
import styles from './sheets.module.css'

/** How many rows there are, and adding the earlier records. */
export function SheetBackfill({ shown: { record, tab, written, waiting, backfill } }: { shown: SheetExport }) {
  const cache = useQueryClient()
  const is_running = backfill?.state === 'queueing' || backfill?.state === 'writing'
  const params = { record }
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      is_running
        ? api.delete('/google/sheets/exports/:record/backfill', { params })
        : api.post('/google/sheets/exports/:record/backfill', { params }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The back-fill was not changed', message: describeError(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: sheetsQuery.queryKey }),
  })
  return (
    <>
      <Facts>
        <Fact term="Tab">{tab ?? 'Not created yet'}</Fact>
        <Fact term="Rows">
          {written.toLocaleString('en-US')}
          {waiting > 0 && `, ${waiting.toLocaleString('en-US')} waiting`}
        </Fact>
      </Facts>
      {is_running && backfill.total > 0 && (
        <Progress label={`Back-fill of ${record}`} share={backfill.written / backfill.total} />
      )}
      <div className={styles.backfill}>
        <p role="status" className={styles.text}>
          {describeBackfill(record, backfill)}
        </p>
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate()}>
          {is_running ? 'Stop' : backfill?.state === 'stopped' ? 'Resume back-fill' : 'Back-fill'}
        </Button>
      </div>
    </>
  )
}

function describeBackfill(record: string, backfill: SheetExport['backfill']) {
  if (!backfill) return `Earlier ${record} are not in the sheet until you back-fill them.`
  const { state, total, written } = backfill
  if (state === 'queueing') return `Looking for earlier ${record}…`
  const count = written.toLocaleString('en-US')
  if (state === 'writing') return `Adding earlier ${record}: ${count} of ${total.toLocaleString('en-US')}.`
  if (state === 'stopped') return `The back-fill was stopped. Rows added: ${count}.`
  return total > 0 ? `The back-fill is done. Rows added: ${count}.` : `All earlier ${record} are in the sheet.`
}
