import { useState } from 'react'
import { FormDialog } from './form-dialog.js'
import { SearchList } from '../fields/search-list.js'
import type { Search } from '../fields/use-found.js'
import { useServerForm } from '../forms/use-server-form.js'

interface Props<T extends { id: string }> extends Omit<Search<T>, 'value' | 'onChange'> {
  title: string
  submit: string
  /** Disables the submit button without a choice. Otherwise submitting without a choice closes the dialog. */
  required?: boolean
  opened: boolean
  onPick: (chosen: T) => Promise<unknown>
  onClose: () => void
}

/** Picks one record by searching. */
export function PickDialog<T extends { id: string }>(props: Props<T>) {
  const { title, submit, required = false, opened, onPick, onClose, ...list } = props
  const [chosen, setChosen] = useState<T | null>(null)
  const { formProps, pending, failure } = useServerForm({
    initialValues: {},
    async save() {
      if (chosen) await onPick(chosen)
      onClose()
    },
  })
  return (
    <FormDialog
      title={title}
      submit={submit}
      opened={opened}
      incomplete={required && !chosen}
      {...{ formProps, pending, failure, onClose }}
    >
      <SearchList {...list} value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
