import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './search-list.module.css'
import { useFound, type Search } from './use-found.js'

/** For dialogs: an always open list, because a dropdown would cover the buttons. */
export function SearchList<Row extends { id: string }>(props: Search<Row>) {
  const { label, placeholder, emptyText, value, onChange, nameOf } = props
  const [typed, setTyped] = useState('')
  const { rows, isPending } = useFound(props, typed)
  const combobox = useCombobox({ opened: true })

  function search(text: string) {
    setTyped(text)
    // The active option may be another one now.
    combobox.resetSelectedOption()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => onChange(rows.find((row) => row.id === id) ?? null)}>
      {/* The list is always there, so Escape closes the dialog. */}
      <Combobox.EventsTarget withExpandedAttribute data-mantine-stop-propagation={false}>
        <TextInput
          label={label}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          maxLength={255}
          value={typed}
          data-autofocus
          onChange={({ currentTarget }) => search(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options ?? ''} aria-label={label}>
        {rows.map((row) => (
          <Combobox.Option
            key={row.id}
            value={row.id}
            active={row.id === value?.id}
            aria-selected={row.id === value?.id}
            className={styles.option ?? ''}
          >
            <span dir="auto">{nameOf(row)}</span>
            {row.id === value?.id && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
          </Combobox.Option>
        ))}
        {rows.length === 0 && <Combobox.Empty>{isPending ? 'Searching…' : emptyText}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}
