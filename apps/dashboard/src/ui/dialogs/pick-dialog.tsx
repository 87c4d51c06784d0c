import { useState } from 'react'
import { FormDialog } from './form-dialog.js'
import { SearchList } from '../fields/search-list.js'
import type { Search } from '../fields/use-found.js'

interface Props<T extends { id: string }> extends Omit<Search<T>, 'value' | 'onChange'> {
  title: string
  submit: string
  /** Whether there is nothing to do without a choice. Otherwise, who has chosen nothing has changed their mind. */
  required?: boolean
  pending: boolean
  error: unknown
  opened: boolean
  onPick: (chosen: T) => void
  onClose: () => void
}

/** One of many, found by its words. */
export function PickDialog<T extends { id: string }>(props: Props<T>) {
  const { title, submit, required = false, pending, error, opened, onPick, onClose, ...list } = props
  const [chosen, setChosen] = useState<T | null>(null)
  return (
    <FormDialog
      title={title}
      submit={submit}
      opened={opened}
      pending={pending}
      incomplete={required && !chosen}
      error={error}
      onSubmit={() => (chosen ? onPick(chosen) : onClose())}
      onClose={onClose}
    >
      <SearchList {...list} value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
