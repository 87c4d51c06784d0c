import { useState } from 'react'
import { LongSelect } from './long-select.js'
import { useFound, type Search } from './use-found.js'

interface Look {
  /** Hides the label visually. */
  bare?: boolean
  size?: 'xs' | 'sm'
}

/** For forms: a dropdown. */
export function SearchSelect<Row extends { id: string }>(props: Search<Row> & Look) {
  const { bare, size = 'sm', label, placeholder, emptyText, value, onChange, nameOf } = props
  const [typed, setTyped] = useState('')
  // The name of the chosen row is in the field as if it were typed.
  const { rows, isPending } = useFound(props, value && typed === nameOf(value) ? '' : typed)
  return (
    <LongSelect
      {...(bare ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      size={size}
      searchable
      clearable
      maxLength={255}
      nothingFoundMessage={isPending ? 'Searching…' : emptyText}
      // The server has already filtered them.
      filter={({ options }) => options}
      data={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChange(rows.find((row) => row.id === id) ?? null)}
    />
  )
}
