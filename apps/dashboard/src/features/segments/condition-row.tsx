import type { SegmentCondition } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import { newCondition, FIELD_CHOICES, kindOf, operatorsOf } from './conditions.js'
import { ConditionValue } from './condition-value.js'
import styles from './segments.module.css'

interface Props {
  condition: SegmentCondition
  onChange: (condition: SegmentCondition) => void
  onRemove: () => void
}

export function ConditionRow({ condition, onChange, onRemove }: Props) {
  const { field, operator, name = '' } = condition
  const operators = operatorsOf(field)
  function choose(value: string | null) {
    const chosen = operators.find((each) => each.value === value)
    if (chosen) onChange({ ...condition, operator: chosen.value })
  }
  return (
    <div className={styles.condition}>
      <LongSelect
        aria-label="Field"
        size="xs"
        className={styles.field ?? ''}
        allowDeselect={false}
        data={FIELD_CHOICES}
        value={field}
        // Another field needs another value.
        onChange={(value) => value && value !== field && onChange(newCondition(value))}
      />
      {field === 'metadata' && (
        <TextInput
          aria-label="Key"
          placeholder="Key, such as plan"
          size="xs"
          className={styles.field ?? ''}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => onChange({ ...condition, name: currentTarget.value })}
        />
      )}
      <LongSelect
        aria-label="Comparison"
        size="xs"
        className={styles.operator ?? ''}
        allowDeselect={false}
        data={operators.map(({ value, label }) => ({ value, label }))}
        value={operator}
        onChange={choose}
      />
      <ConditionValue kind={kindOf(condition)} condition={condition} onChange={onChange} />
      <IconButton label="Remove condition" onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </div>
  )
}
