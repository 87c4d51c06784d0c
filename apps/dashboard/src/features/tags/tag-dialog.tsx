import type { Tag } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { DescriptionField } from '../../ui/fields/description-field.js'
import { ColorChoice } from '../../ui/fields/color-choice.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { DEFAULT_TAG_COLOR, hueOf, TAG_COLORS } from '../../entities/tag/tag-colors.js'
import { useSaveTag } from './tag-query.js'

const WIDTH = 400

interface Props {
  /** Without it the dialog creates a tag. */
  tag?: Tag
  opened: boolean
  onClose: () => void
}

/** The server checks that the name is present and unique. */
export function TagDialog({ tag, opened, onClose }: Props) {
  const { mutateAsync } = useSaveTag(tag?.id)
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: {
      name: tag?.name ?? '',
      description: tag?.description ?? '',
      color: tag ? tag.color : DEFAULT_TAG_COLOR,
    },
    async save(values) {
      await mutateAsync(values)
      onClose()
    },
  })

  return (
    <FormDialog
      title={tag ? 'Edit tag details' : 'New tag'}
      submit={tag ? 'Save' : 'Create'}
      size={WIDTH}
      opened={opened}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <DescriptionField {...form.getInputProps('description')} />
      <ColorChoice
        colors={TAG_COLORS}
        value={hueOf(form.values.color) ?? DEFAULT_TAG_COLOR}
        onChange={(color) => form.setFieldValue('color', color)}
      />
    </FormDialog>
  )
}
