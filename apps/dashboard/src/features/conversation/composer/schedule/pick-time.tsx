import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../../../ui/dialogs/confirm.js'
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
  const [time, setTime] = useState(() => toLocalInput(at ?? tomorrowMorning(earliest)))
  const [body, setBody] = useState(before ?? '')
  const [error, setError] = useState<string | null>(null)

  function submit() {
    const chosen = new Date(time)
    if (Number.isNaN(chosen.getTime())) return setError('Choose a date and a time')
    if (chosen.getTime() <= Date.now()) return setError('Choose a time in the future')
    onConfirm({ at: chosen, body: body.trim() })
  }

  return (
    <Confirm opened title={title} confirm={confirm} pending={pending} onConfirm={submit} onClose={onClose}>
      {before !== undefined && (
        <Textarea
          label="Message"
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={label}
        type="datetime-local"
        min={toLocalInput(earliest)}
        value={time}
        error={error}
        data-autofocus
        onChange={(event) => {
          setTime(event.currentTarget.value)
          setError(null)
        }}
      />
    </Confirm>
  )
}
