import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

export interface InboxTexts extends Record<string, unknown> {
  name: string
  description: string
}

/** The server validates the name. */
export function InboxFields({ form }: { form: UseFormReturnType<InboxTexts> }) {
  return (
    <>
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        {...form.getInputProps('description')}
      />
    </>
  )
}
