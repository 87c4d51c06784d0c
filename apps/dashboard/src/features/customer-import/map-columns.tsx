import type { CustomerImport, ImportField, ImportMapping } from '@papercups/contract'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import styles from './customer-import.module.css'

const IGNORED = 'ignored'

const CHOICES: Array<{ value: ImportField | typeof IGNORED; label: string }> = [
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'external_id', label: 'External id' },
  { value: 'company', label: 'Company' },
  { value: 'metadata', label: 'Metadata' },
  { value: IGNORED, label: 'Not imported' },
]

const ENCODINGS: Record<string, string> = { utf16le: 'UTF-16', utf16be: 'UTF-16', latin1: 'Latin-1' }

interface Props {
  file: CustomerImport
  onChecking: (file: CustomerImport) => void
  onOther: () => void
}

/** Starts with a mapping guessed from the column headers, which the user can correct. */
export function MapColumns({ file, onChecking, onOther }: Props) {
  const [mapping, setMapping] = useState(file.mapping)
  const check = useMutation({
    mutationFn: () => api.post('/customer_imports/:id/check', { params: { id: file.id }, body: { mapping } }),
    onSuccess: onChecking,
  })
  function send(event: FormEvent) {
    event.preventDefault()
    if (!check.isPending) check.mutate()
  }
  const encoding = ENCODINGS[file.encoding]
  return (
    <form className={styles.step} noValidate onSubmit={send}>
      <p>
        Choose a field for each column of <bdi className={styles.file}>{file.filename}</bdi>.
        {encoding && ` It was read as ${encoding}. If characters look wrong, save it as UTF-8 and upload it again.`}
      </p>
      <ul className={styles.columns} aria-label="Columns">
        {file.columns.map((column, at) => (
          <li key={at}>
            <Column
              column={column}
              at={at}
              mapped={mapping.find((one) => one.column === at)}
              onChange={(one) => setMapping((before) => [...before.filter((other) => other.column !== at), ...one])}
            />
          </li>
        ))}
      </ul>
      {check.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(check.error)}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onOther}>
          Another file
        </Button>
        <Button type="submit" loading={check.isPending}>
          Check
        </Button>
      </Group>
    </form>
  )
}

interface ColumnProps {
  column: CustomerImport['columns'][number]
  at: number
  mapped: ImportMapping[number] | undefined
  onChange: (mapped: ImportMapping) => void
}

function Column({ column, at, mapped, onChange }: ColumnProps) {
  const title = column.name || `Column ${at + 1}`
  return (
    <>
      <div className={styles.column}>
        <strong dir="auto">{title}</strong>
        <span dir="auto">{column.samples.join(' · ') || 'No values in the first rows'}</span>
      </div>
      <div className={styles.choice}>
        <Select
          aria-label={`Field for ${title}`}
          data={CHOICES}
          value={mapped?.field ?? IGNORED}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
          onChange={(field) => {
            if (!field || field === IGNORED) onChange([])
            else onChange([{ column: at, field, ...(field === 'metadata' && { name: title }) }])
          }}
        />
        {mapped?.field === 'metadata' && (
          <TextInput
            aria-label={`Metadata key for ${title}`}
            maxLength={255}
            value={mapped.name ?? ''}
            onChange={({ currentTarget }) => onChange([{ ...mapped, name: currentTarget.value }])}
          />
        )}
      </div>
    </>
  )
}
