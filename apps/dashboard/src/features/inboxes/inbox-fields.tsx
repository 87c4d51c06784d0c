import { Textarea, TextInput } from '@mantine/core'
import { errorAt } from '../../ui/fields/error-at.js'

export interface InboxTexts {
  name: string
  description: string
}

interface Props {
  texts: InboxTexts
  /** The error of the last save. */
  error: unknown
  onChange: (texts: InboxTexts) => void
}

/** The server validates the name. */
export function InboxFields({ texts, error, onChange }: Props) {
  return (
    <>
      <TextInput
        label="Name"
        maxLength={255}
        value={texts.name}
        {...errorAt(error, 'name')}
        data-autofocus
        onChange={({ currentTarget }) => onChange({ ...texts, name: currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        value={texts.description}
        onChange={({ currentTarget }) => onChange({ ...texts, description: currentTarget.value })}
      />
    </>
  )
}
