import type { CustomerImport } from '@papercups/contract'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { Progress } from '../../ui/import-progress.js'
import { Counts } from './counts.js'
import styles from './customer-import.module.css'

interface Props {
  file: CustomerImport
  onStopped: () => void
  onClose: () => void
}

export function ReadingFile({ file, onStopped, onClose }: Props) {
  const stop = useMutation({
    mutationFn: () => api.delete('/customer_imports/:id', { params: { id: file.id } }),
    onSuccess: onStopped,
  })
  const isImporting = file.status === 'importing'
  return (
    <div className={styles.step}>
      <p>
        {isImporting ? 'Importing' : 'Checking'} <bdi className={styles.file}>{file.filename}</bdi>.
        {isImporting &&
          ' You can close this dialog, and the import continues. If you stop it, customers imported so far stay.'}
      </p>
      <Progress label={isImporting ? 'Importing' : 'Checking'} share={file.progress} />
      <Counts file={file} />
      {stop.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(stop.error)}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
        {isImporting && <Button onClick={onClose}>Close</Button>}
      </Group>
    </div>
  )
}
