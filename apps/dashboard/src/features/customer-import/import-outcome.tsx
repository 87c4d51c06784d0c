import type { CustomerImport } from '@papercups/contract'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { ProblemList } from '../../ui/import-progress.js'
import { Counts } from './counts.js'
import styles from './customer-import.module.css'

interface Props {
  file: CustomerImport
  onStarted: (file: CustomerImport) => void
  onBack: () => void
  onOther: () => void
  onClose: () => void
}

/** The result of a check or of an import. */
export function ImportOutcome({ file, onStarted, onBack, onOther, onClose }: Props) {
  const start = useMutation({
    mutationFn: () => api.post('/customer_imports/:id/start', { params: { id: file.id } }),
    onSuccess: onStarted,
  })
  const isChecked = file.status === 'checked'
  const some = file.created_count + file.updated_count
  return (
    <div className={styles.step}>
      <p role="status">{titleOf(file)}</p>
      {file.failure && (
        <p role="alert" className={styles.refusal}>
          {file.failure}
        </p>
      )}
      <Counts file={file} />
      <ProblemList
        label="Skipped lines"
        problems={file.problems.map(({ line, reason }) => `Line ${line} ${reason}.`)}
        all={file.skipped_count}
      />
      {start.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(start.error)}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={isChecked ? onBack : onOther}>
          {isChecked ? 'Back' : 'Another file'}
        </Button>
        {isChecked ? (
          <Button disabled={some === 0} loading={start.isPending} onClick={() => start.mutate()}>
            {`Import ${some.toLocaleString('en-US')} customer${some === 1 ? '' : 's'}`}
          </Button>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )}
      </Group>
    </div>
  )
}

function titleOf({ status, created_count, updated_count }: CustomerImport) {
  if (status === 'done') return 'The import is complete.'
  if (status === 'failed') return 'The import stopped before the end of the file.'
  return created_count + updated_count > 0 ? 'Nothing has been changed yet.' : 'The file has no customers to import.'
}
