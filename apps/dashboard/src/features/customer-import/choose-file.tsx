import type { CustomerImport } from '@papercups/contract'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/api-error.js'
import { sendForm } from '../../entities/message/upload.js'
import styles from './customer-import.module.css'
import { Progress } from '../../ui/import-progress.js'

interface Props {
  onUploaded: (file: CustomerImport) => void
  onClose: () => void
}

export function ChooseFile({ onUploaded, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const leaving = useRef(new AbortController())
  const [share, setShare] = useState(0)
  const upload = useMutation({
    mutationFn(file: File) {
      const form = new FormData()
      form.append('file', file, file.name)
      setShare(0)
      return sendForm<CustomerImport>('/customer_imports', form, {
        onProgress: setShare,
        signal: leaving.current.signal,
      })
    },
    onSuccess: onUploaded,
  })
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  return (
    <div className={styles.step}>
      <p>
        Choose a CSV file of at most 50 MB. Its first row must name the columns, and one column must hold the email or
        the external id. Customers you already have are recognized by these and updated. New companies are added.
      </p>
      {upload.isPending && <Progress label="Uploading" share={share} />}
      {upload.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(upload.error)}
        </p>
      )}
      <input
        ref={field}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) upload.mutate(file)
          currentTarget.value = ''
        }}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={upload.isPending} onClick={() => field.current?.click()}>
          Choose a file
        </Button>
      </Group>
    </div>
  )
}
