import type { Tag } from '@papercups/contract'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ColorChoice } from '../../ui/fields/color-choice.js'
import { errorAt } from '../../ui/fields/error-at.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
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
  const [name, setName] = useState(tag?.name ?? '')
  const [description, setDescription] = useState(tag?.description ?? '')
  const [color, setColor] = useState(tag ? tag.color : DEFAULT_TAG_COLOR)
  const save = useSaveTag(tag?.id)

  return (
    <FormDialog
      title={tag ? 'Edit tag details' : 'New tag'}
      submit={tag ? 'Save' : 'Create'}
      size={WIDTH}
      opened={opened}
      pending={save.isPending}
      error={save.error}
      fields={['name']}
      onSubmit={() => save.mutate({ name, description, color }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={255}
        value={name}
        {...errorAt(save.error, 'name')}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <ColorChoice colors={TAG_COLORS} value={hueOf(color) ?? DEFAULT_TAG_COLOR} onChange={setColor} />
    </FormDialog>
  )
}
