import type { RecordingSettings } from '@papercups/contract'
import { Alert, Checkbox, Textarea, TextInput } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { EditableSection } from '../../../ui/section.js'
import styles from '../sessions.module.css'
import { findProblem, LIMITS, toSettings, toValues, type SettingsValues } from './settings-values.js'

const settingsQuery = queryOptions({
  queryKey: ['recording-settings'],
  queryFn: ({ signal }) => api.get('/account/recording_settings', { signal }),
})

export function RecordingSettingsSection() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <SettingsForm settings={data} />
  if (error) return <LoadFailure title="Error retrieving recording settings" error={error} retry={refetch} />
  return <SectionSkeletons heights={[320]} />
}

function SettingsForm({ settings }: { settings: RecordingSettings }) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<SettingsValues | null>(null)
  const save = useMutation({
    mutationFn: (body: RecordingSettings) => api.put('/account/recording_settings', { body }),
    onSuccess(saved) {
      cache.setQueryData(settingsQuery.queryKey, saved)
      setDraft(null)
    },
  })
  const values = draft ?? toValues(settings)
  const readOnly = draft === null
  const change = (changes: Partial<SettingsValues>) => setDraft({ ...values, ...changes })
  const isWrong = Boolean(
    findProblem('keep_days', values.keep_days) ?? findProblem('max_megabytes', values.max_megabytes),
  )

  const box = (field: 'store' | 'mask_text' | 'respect_privacy_signals', label: string, description: string) => (
    <Checkbox
      {...{ label, description }}
      checked={values[field]}
      disabled={readOnly}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
    />
  )
  const number = (field: keyof typeof LIMITS, label: string) => (
    <TextInput
      label={label}
      description={`${LIMITS[field].min} to ${LIMITS[field].max}`}
      inputMode="numeric"
      autoComplete="off"
      readOnly={readOnly}
      value={values[field]}
      error={draft && findProblem(field, values[field])}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value.trim() })}
    />
  )
  const pages = (field: 'only_pages' | 'except_pages', label: string, description: string) => (
    <Textarea
      {...{ label, description, readOnly }}
      autosize
      minRows={2}
      maxRows={8}
      value={values[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    />
  )
  return (
    <EditableSection
      title="Recording"
      lead="What is recorded, and for how long it is kept. Text that visitors type is hidden, unless your site marks a field."
      editing={draft !== null}
      saving={save.isPending}
      onEdit={() => setDraft(toValues(settings))}
      onCancel={() => {
        setDraft(null)
        save.reset()
      }}
      onSave={() => !isWrong && save.mutate(toSettings(values))}
    >
      {box('store', 'Store sessions', 'Without this, sessions can only be watched live.')}
      <div className={styles.pair}>
        {number('keep_days', 'Days to keep sessions')}
        {number('max_megabytes', 'Storage limit in megabytes')}
      </div>
      {box('mask_text', 'Hide all text', 'The words of a page are replaced before they leave the browser.')}
      {box(
        'respect_privacy_signals',
        'Respect privacy signals',
        'Browsers with Do Not Track or Global Privacy Control are not recorded.',
      )}
      <div className={styles.pair}>
        {pages(
          'only_pages',
          'Only these pages',
          'One per line, for example /shop. Leave it empty to record all pages.',
        )}
        {pages('except_pages', 'Never these pages', 'One per line, for example /checkout.')}
      </div>
      {save.error && (
        <Alert role="alert" color="red" variant="light">
          {describeError(save.error)}
        </Alert>
      )}
    </EditableSection>
  )
}
