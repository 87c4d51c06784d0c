import { useState } from 'react'
import { FormDialog } from './form-dialog.js'
import { SearchList } from './search-list.js'
import type { Search } from './use-found.js'

interface Props<T extends { id: string }> extends Omit<Search<T>, 'value' | 'onChange'> {
  title: string
  submit: string
  pending: boolean
  error: unknown
  opened: boolean
  onPick: (chosen: T) => void
  onClose: () => void
}

/** One of many, found by its words. Who has chosen nothing has changed their mind. */
export function PickDialog<T extends { id: string }>(props: Props<T>) {
  const { title, submit, pending, error, opened, onPick, onClose, ...list } = props
  const [chosen, setChosen] = useState<T | null>(null)
  return (
    <FormDialog
      title={title}
      submit={submit}
      opened={opened}
      pending={pending}
      error={error}
      onSubmit={() => (chosen ? onPick(chosen) : onClose())}
      onClose={onClose}
    >
      <SearchList {...list} value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
