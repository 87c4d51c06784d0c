import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../../../ui/forms/use-server-form.js'
import { toLocalInput, tomorrowMorning } from '../../../../lib/later-times.js'

interface Props {
  title: string
  /** The label of the time field. */
  label?: string
  confirm: string
  /** Given if the text can be changed, too. */
  body?: string
  at?: Date
  pending: boolean
  onConfirm: (chosen: { at: Date; body: string }) => void
  onClose: () => void
}

/** Asks for a time in the future, in the user's own time zone. */
export function PickTime({ title, label = 'Send at', confirm, body: before, at, pending, onConfirm, onClose }: Props) {
  const [earliest] = useState(() => new Date())
  const { form, formProps, failure } = useServerForm({
    initialValues: { time: toLocalInput(at ?? tomorrowMorning(earliest)), body: before ?? '' },
    validate: { time: checkTime },
    save: ({ time, body }) => onConfirm({ at: new Date(time), body: body.trim() }),
  })
  return (
    <FormDialog title={title} submit={confirm} {...{ formProps, pending, failure, onClose }}>
      {before !== undefined && (
        <Textarea label="Message" autosize minRows={2} maxRows={8} dir="auto" {...form.getInputProps('body')} />
      )}
      <TextInput
        label={label}
        type="datetime-local"
        min={toLocalInput(earliest)}
        data-autofocus
        {...form.getInputProps('time')}
      />
    </FormDialog>
  )
}

function checkTime(time: string) {
  const chosen = new Date(time).getTime()
  if (Number.isNaN(chosen)) return 'Choose a date and a time'
  return chosen <= Date.now() ? 'Choose a time in the future' : null
}
