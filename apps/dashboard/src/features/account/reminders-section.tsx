import type { AccountDetails } from '@papercups/contract'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EditableSection } from '../../ui/section.js'
import styles from './account.module.css'
import { isWholeNumber, readReminders, toSettings } from './reminders.js'
import { useSection } from './use-section.js'

const NOT_ENOUGH = 'At least 1'

export function RemindersSection({ account }: { account: AccountDetails }) {
  const { values, change, section, send } = useSection(account, readReminders)
  const [checked, setChecked] = useState(false)
  const readOnly = !section.editing
  const { enabled, hours_interval, max_count } = values

  function save() {
    setChecked(true)
    if (tooSmall(hours_interval) || tooSmall(max_count)) return
    setChecked(false)
    send({ settings: toSettings(account.settings, values) })
  }
  function cancel() {
    setChecked(false)
    section.onCancel()
  }

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
        checked={enabled}
        disabled={readOnly}
        onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
      />
      <div className={styles.pair}>
        <TextInput
          label="Hours between reminders"
          inputMode="numeric"
          autoComplete="off"
          readOnly={readOnly}
          value={hours_interval}
          error={checked && tooSmall(hours_interval) && NOT_ENOUGH}
          onChange={({ currentTarget: { value } }) => isWholeNumber(value) && change({ hours_interval: value })}
        />
        <TextInput
          label="Maximum number of reminders"
          inputMode="numeric"
          autoComplete="off"
          readOnly={readOnly}
          value={max_count}
          error={checked && tooSmall(max_count) && NOT_ENOUGH}
          onChange={({ currentTarget: { value } }) => isWholeNumber(value) && change({ max_count: value })}
        />
      </div>
    </EditableSection>
  )
}

/** An emptied field means the default. */
const tooSmall = (typed: string) => typed !== '' && Number(typed) < 1
