import type { CannedResponse } from '@papercups/contract'
import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { cannedResponsesQuery } from '../../entities/saved-reply/canned-responses.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

interface Props {
  /** Null creates a saved reply. */
  reply: CannedResponse | null
  onClose: () => void
}

/** The server validates name and content. */
export function ReplyDialog({ reply, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { name: reply?.name ?? '', content: reply?.content ?? '' },
    async save({ name, content }) {
      const body = { canned_response: { name: name.replaceAll('/', ''), content } }
      if (reply) await api.put('/canned_responses/:id', { params: { id: reply.id }, body })
      else await api.post('/canned_responses', { body })
      void cache.invalidateQueries(cannedResponsesQuery)
      onClose()
    },
  })

  return (
    <FormDialog
      title={reply ? 'Edit saved reply' : 'Create new saved reply'}
      submit={reply ? 'Save' : 'Create'}
      size="lg"
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput
        label="Name"
        description="What you type after the slash."
        leftSection="/"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Content"
        autosize
        minRows={5}
        maxRows={14}
        maxLength={20_000}
        {...form.getInputProps('content')}
      />
    </FormDialog>
  )
}
