import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DescriptionField } from '../../ui/fields/description-field.js'

export interface InboxTexts extends Record<string, unknown> {
  name: string
  description: string
}

/** The server validates the name. */
export function InboxFields({ form }: { form: UseFormReturnType<InboxTexts> }) {
  return (
    <>
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <DescriptionField {...form.getInputProps('description')} />
    </>
  )
}
