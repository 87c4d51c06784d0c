import { TextInput } from '@mantine/core'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

interface Props {
  title: string
  name?: string
  opened: boolean
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** The server checks that the name is present and unique. */
export function NameSegmentDialog({ title, name = '', opened, save, onClose }: Props) {
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { name },
    save: (values) => save(values.name),
  })
  return (
    <FormDialog title={title} submit="Save" opened={opened} {...{ formProps, pending, failure, onClose }}>
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
