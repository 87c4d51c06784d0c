import { useState } from 'react'
import { LongSelect } from './long-select.js'
import { useFound, type Search } from './use-found.js'

interface Look {
  /** Its label is only heard. */
  bare?: boolean
  size?: 'xs' | 'sm'
}

/** As one field among others. */
export function SearchSelect<Row extends { id: string }>(props: Search<Row> & Look) {
  const { bare, size = 'sm', label, placeholder, nothing, value, onChange, nameOf } = props
  const [typed, setTyped] = useState('')
  // What was chosen stands in the field as if it had been typed.
  const { rows, isPending } = useFound(props, value && typed === nameOf(value) ? '' : typed)
  return (
    <LongSelect
      {...(bare ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      size={size}
      searchable
      clearable
      maxLength={255}
      nothingFoundMessage={isPending ? 'Searching…' : nothing}
      // The server has chosen them already.
      filter={({ options }) => options}
      data={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChange(rows.find((row) => row.id === id) ?? null)}
    />
  )
}
