import { Textarea, type TextareaProps } from '@mantine/core'

/** A few lines about a record. */
export function DescriptionField(props: TextareaProps) {
  return <Textarea label="Description" autosize minRows={2} maxRows={6} maxLength={2_000} {...props} />
}
