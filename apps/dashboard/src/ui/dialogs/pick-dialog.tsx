import { useState } from 'react'
import { FormDialog } from './form-dialog.js'
import { SearchList } from '../fields/search-list.js'
import type { Search } from '../fields/use-found.js'

interface Props<T extends { id: string }> extends Omit<Search<T>, 'value' | 'onChange'> {
  title: string
  submit: string
  /** Disables the submit button without a choice. Otherwise submitting without a choice closes the dialog. */
  required?: boolean
  pending: boolean
  error: unknown
  opened: boolean
  onPick: (chosen: T) => void
  onClose: () => void
}

/** Picks one record by searching. */
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
