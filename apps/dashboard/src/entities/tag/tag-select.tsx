import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../lib/is-composing.js'
import { tagsQuery } from './tags.js'
import { isSameTag, type TagChoice } from './tag-changes.js'

/** The option value for "create". No tag has this id. */
const NEW = 'new'

interface Props {
  /** These are not offered again. */
  chosen: readonly TagChoice[]
  disabled: boolean
  onChoose: (choice: TagChoice) => void
}

/** Picks one of the account's tags, or takes the name of a new one. */
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
    if (event.key !== 'Enter' || isComposing(event) || !name) return
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
      // An open list would cover the buttons below.
      openOnFocus={false}
      disabled={disabled}
      maxLength={255}
      nothingFoundMessage="Type a name to create a tag"
      // The "create" option always matches.
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (option.value === NEW || option.label.toLowerCase().includes(search.trim().toLowerCase())),
        )
      }
      data={[
        ...offered.map((tag) => ({ value: tag.id, label: tag.name })),
        ...(isNew ? [{ value: NEW, label: `Create the tag “${name}”` }] : []),
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
