import type { SheetExport } from '@papercups/contract'
import { Alert, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { EditableSection } from '../../../ui/section.js'
import { sheetsQuery } from './google-queries.js'
import { SheetBackfill } from './sheet-backfill.js'
import styles from './sheets.module.css'

const TEXTS = {
  customers: { title: 'Customers', lead: 'Each new customer becomes a row.', one: 'customer' },
  conversations: {
    title: 'Conversations',
    lead: 'Each conversation becomes a row when its first message is written.',
    one: 'conversation',
  },
}

type Values = Pick<SheetExport, 'is_on' | 'columns'>

/** The rows of one kind: whether they are written, their columns, and a back-fill. */
export function SheetExportSection({ shown }: { shown: SheetExport }) {
  const { record, choices } = shown
  const { title, lead, one } = TEXTS[record]
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Values | null>(null)
  const save = useMutation({
    mutationFn: ({ is_on, columns }: Values): Promise<unknown> =>
      is_on
        ? api.put('/google/sheets/exports/:record', { params: { record }, body: { columns } })
        : api.delete('/google/sheets/exports/:record', { params: { record } }),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: sheetsQuery.queryKey })
      setDraft(null)
    },
  })
  const values = draft ?? shown
  const readOnly = draft === null
  const toggle = (column: string, is_chosen: boolean) => {
    const chosen = new Set(values.columns)
    if (is_chosen) chosen.add(column)
    else chosen.delete(column)
    // A new order alone would begin a new tab.
    const columns = choices.map((choice) => choice.column).filter((name) => chosen.has(name))
    setDraft({ ...values, columns })
  }
  const has_none = values.columns.length === 0
  const has_changed = draft !== null && shown.tab !== null && draft.columns.join() !== shown.columns.join()
  return (
    <EditableSection
      title={title}
      lead={lead}
      editing={!readOnly}
      saving={save.isPending}
      onEdit={() => setDraft({ is_on: shown.is_on, columns: shown.columns })}
      onCancel={() => {
        setDraft(null)
        save.reset()
      }}
      onSave={() => !(values.is_on && has_none) && save.mutate(values)}
    >
      <Checkbox
        label={`Add each new ${one} as a row`}
        checked={values.is_on}
        disabled={readOnly}
        onChange={({ currentTarget }) => setDraft({ ...values, is_on: currentTarget.checked })}
      />
      {values.is_on && (
        <fieldset className={styles.columns}>
          <legend>Columns</legend>
          {choices.map(({ column, label }) => (
            <Checkbox
              key={column}
              label={label}
              checked={values.columns.includes(column)}
              disabled={readOnly}
              onChange={({ currentTarget }) => toggle(column, currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
      {values.is_on && has_none && (
        <Alert role="alert" color="red" variant="light">
          Choose at least one column.
        </Alert>
      )}
      {has_changed && (
        <p className={styles.text}>Rows with other columns go to a new tab. The rows so far stay where they are.</p>
      )}
      {save.error && (
        <Alert role="alert" color="red" variant="light">
          {describeError(save.error)}
        </Alert>
      )}
      {readOnly && shown.is_on && <SheetBackfill shown={shown} />}
    </EditableSection>
  )
}
