import type { CannedResponse, NewCannedResponse } from '@papercups/contract'
import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { cannedResponsesQuery } from '../../entities/saved-reply/canned-responses.js'
import { errorAt } from '../../ui/fields/error-at.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'

interface Props {
  /** Null creates a saved reply. */
  reply: CannedResponse | null
  onClose: () => void
}

/** The server validates name and content. */
export function ReplyDialog({ reply, onClose }: Props) {
  const [name, setName] = useState(reply?.name ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: (canned_response: NewCannedResponse) =>
      reply
        ? api.put('/canned_responses/:id', { params: { id: reply.id }, body: { canned_response } })
        : api.post('/canned_responses', { body: { canned_response } }),
    onSuccess: () => {
      void cache.invalidateQueries(cannedResponsesQuery)
      onClose()
    },
  })

  return (
    <FormDialog
      title={reply ? 'Edit saved reply' : 'Create new saved reply'}
      submit={reply ? 'Save' : 'Create'}
      size="lg"
      pending={save.isPending}
      error={save.error}
      fields={['name', 'content']}
      onSubmit={() => save.mutate({ name: name.replaceAll('/', ''), content })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What you type after the slash."
        leftSection="/"
        maxLength={255}
        value={name}
        {...errorAt(save.error, 'name')}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label="Content"
        autosize
        minRows={5}
        maxRows={14}
        maxLength={20_000}
        value={content}
        {...errorAt(save.error, 'content')}
        onChange={({ currentTarget }) => setContent(currentTarget.value)}
      />
    </FormDialog>
  )
}
