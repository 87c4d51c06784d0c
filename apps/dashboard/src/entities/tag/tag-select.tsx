import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { tagsQuery } from './tags.js'
import { isSameTag, type TagChoice } from './tag-changes.js'

/** No tag has it as its id. */
const NEW = 'new'

interface Props {
  /** Offered no more. */
  chosen: readonly TagChoice[]
  disabled: boolean
  onChoose: (choice: TagChoice) => void
}

/** One of the account's tags, or the name of a new one. */
export function TagSelect({ chosen, disabled, onChoose }: Props) {
  const { data: known = [] } = useQuery(tagsQuery)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const offered = known.filter((tag) => !chosen.some(isSameTag(tag)))
  const isNew = name !== '' && ![...known, ...chosen].some(isSameTag({ name }))

  function choose(value: string | null) {
    const tag = offered.find((each) => each.id === value)
    if (tag) onChoose(tag)
    else if (value === NEW) onChoose({ name })
    setTyped('')
  }
  /** Without a highlighted option, Enter takes the typed name: the tag of that name, or a new one. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !name) return
    if (list?.querySelector('[data-combobox-selected]')) return
    event.preventDefault()
    choose(offered.find(isSameTag({ name }))?.id ?? (isNew ? NEW : null))
  }
  return (
    <Select
      aria-label="Add a tag"
      placeholder="Add a tag…"
      size="xs"
      searchable
      autoFocus
      // Opened by itself it would lie over the buttons below it.
      openOnFocus={false}
      disabled={disabled}
      maxLength={255}
      nothingFoundMessage="Type a name to make a tag"
      // What is being made is found by whatever was typed.
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (option.value === NEW || option.label.toLowerCase().includes(search.trim().toLowerCase())),
        )
      }
      data={[
        ...offered.map((tag) => ({ value: tag.id, label: tag.name })),
        ...(isNew ? [{ value: NEW, label: `Make the tag “${name}”` }] : []),
      ]}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={choose}
      onKeyDown={onKeyDown}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
    />
  )
}
