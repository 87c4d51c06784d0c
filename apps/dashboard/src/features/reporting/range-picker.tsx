import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PRESETS, type ReportRange } from './report-range.js'
import styles from './reporting.module.css'

interface Props {
  range: ReportRange
  today: string
  onChange: (range: ReportRange) => void
}

export function RangePicker({ range, today, onChange }: Props) {
  return (
    <div className={styles.picker} role="group" aria-label="Date range">
      <Group gap={6}>
        {PRESETS.map(({ label, range: of }) => {
          const preset = of(today)
          const isChosen = preset.from === range.from && preset.to === range.to
          return (
            <Button
              key={label}
              size="xs"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChange(preset)}
            >
              {label}
            </Button>
          )
        })}
      </Group>
      <Dates {...{ range, onChange }} />
    </div>
  )
}

/** Typing passes through dates that are not valid, so the report changes only when both are. */
function Dates({ range, onChange }: Omit<Props, 'today'>) {
  const [draft, setDraft] = useState<Partial<ReportRange>>({})
  const { from, to } = { ...range, ...draft }
  const isReversed = from !== '' && to !== '' && from > to
  function change(changes: Partial<ReportRange>) {
    const next = { from, to, ...changes }
    const isValid = isComplete(next.from) && isComplete(next.to) && next.from <= next.to
    setDraft(isValid ? {} : next)
    if (isValid) onChange(next)
  }
  return (
    <div className={styles.dates}>
      <TextInput
        {...{ type: 'date', label: 'From', size: 'xs', value: from }}
        max="9999-12-31"
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        {...{ type: 'date', label: 'To', size: 'xs', value: to }}
        max="9999-12-31"
        error={isReversed && 'Must not be before the first date'}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </div>
  )
}

/** A year that is being typed starts with zeros. */
const isComplete = (date: string) => /^[12]\d{3}-/.test(date)
