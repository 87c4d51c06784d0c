import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Filters the list below it. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={`${label}...`}
      maxLength={255}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
