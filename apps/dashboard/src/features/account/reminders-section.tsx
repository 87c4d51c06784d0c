import type { AccountDetails } from '@papercups/contract'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EditableSection } from '../../ui/section.js'
import styles from './account.module.css'
import { findProblem, isWholeNumber, MAX, readReminders, toSettings } from './reminders.js'
import { useSection } from './use-section.js'

export function RemindersSection({ account }: { account: AccountDetails }) {
  const { values, change, section, send } = useSection(account, readReminders)
  const [checked, setChecked] = useState(false)
  const readOnly = !section.editing
  const problems = {
    hours_interval: findProblem(values.hours_interval, MAX.hours_interval),
    max_count: findProblem(values.max_count, MAX.max_count),
  }

  function save() {
    setChecked(true)
    if (problems.hours_interval || problems.max_count) return
    setChecked(false)
    send({ settings: toSettings(account.settings, values) })
  }
  function cancel() {
    setChecked(false)
    section.onCancel()
  }
  const numberField = (field: keyof typeof MAX, label: string) => (
    <TextInput
      label={label}
      description={`1 to ${MAX[field]}`}
      inputMode="numeric"
      autoComplete="off"
      readOnly={readOnly}
      value={values[field]}
      error={checked && problems[field]}
      onChange={({ currentTarget: { value } }) => isWholeNumber(value) && change({ [field]: value })}
    />
  )

  return (
    <EditableSection
      title="Conversation reminders"
      lead="During your working hours, a private note reminds your team of conversations that wait for an answer."
      {...section}
      onCancel={cancel}
      onSave={save}
    >
      <Checkbox
        label="Enable conversation reminders"
        checked={values.enabled}
        disabled={readOnly}
        onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
      />
      <div className={styles.pair}>
        {numberField('hours_interval', 'Hours between reminders')}
        {numberField('max_count', 'Maximum number of reminders')}
      </div>
    </EditableSection>
  )
}
