import { Textarea, TextInput } from '@mantine/core'

export interface InboxTexts {
  name: string
  description: string
}

interface Props {
  texts: InboxTexts
  onChange: (texts: InboxTexts) => void
}

/** Without rules of their own: what a name has to be, the server says. */
export function InboxFields({ texts, onChange }: Props) {
  return (
    <>
      <TextInput
        label="Name"
        maxLength={255}
        value={texts.name}
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
