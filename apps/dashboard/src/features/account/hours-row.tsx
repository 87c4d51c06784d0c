import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import styles from './account.module.css'
import { DAY_OPTIONS, endSlots, formatSlot, isOvernight, startSlots, withStart, type Hours } from './working-hours.js'

interface Props {
  /** Counts from 1. The first row shows the labels for all rows. */
  row: number
  hours: Hours
  readOnly: boolean
  onChange: (hours: Hours) => void
  onRemove: (() => void) | null
}

export function HoursRow({ row, hours, readOnly, onChange, onRemove }: Props) {
  const named = (label: string) => (row === 1 ? { label } : { 'aria-label': `${label}, row ${row}` })
  const common = { readOnly, allowDeselect: false }
  return (
    <div className={styles.hours}>
      <LongSelect
        {...common}
        {...named('Days')}
        className={styles.days ?? ''}
        data={DAY_OPTIONS}
        value={hours.day}
        onChange={(day) => day && onChange({ ...hours, day })}
      />
      <LongSelect
        {...common}
        {...named('From')}
        data={slots(startSlots(), hours.start_minute)}
        value={String(hours.start_minute)}
        onChange={(minute) => minute && onChange(withStart(hours, Number(minute)))}
      />
      <LongSelect
        {...common}
        {...named('To')}
        data={slots(endSlots(hours.start_minute), hours.end_minute, isOvernight(hours) ? ' (next day)' : '')}
        value={String(hours.end_minute)}
        onChange={(minute) => minute && onChange({ ...hours, end_minute: Number(minute) })}
      />
      {onRemove && !readOnly && (
        <IconButton label={`Remove hours, row ${row}`} className={styles.remove} onClick={onRemove}>
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      )}
    </div>
  )
}

/** The API accepts any minute, so a saved time outside our slots is added to the options. */
const slots = (minutes: number[], current: number, note = '') =>
  (minutes.includes(current) ? minutes : [...minutes, current]).map((minute) => ({
    value: String(minute),
    label: formatSlot(minute) + (minute === current ? note : ''),
  }))
