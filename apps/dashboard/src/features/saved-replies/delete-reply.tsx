import type { CannedResponse } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { cannedResponsesQuery } from '../../entities/saved-reply/canned-responses.js'
import { Confirm } from '../../ui/dialogs/confirm.js'

interface Props {
  reply: CannedResponse
  onClose: () => void
}

export function DeleteReply({ reply, onClose }: Props) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => api.delete('/canned_responses/:id', { params: { id } }),
    onSuccess: (_, gone) =>
      cache.setQueryData(cannedResponsesQuery.queryKey, (known) => known?.filter(({ id }) => id !== gone)),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The saved reply was not deleted', message: describeError(error) }),
    onSettled: () => {
      void cache.invalidateQueries(cannedResponsesQuery)
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title="Are you sure you want to delete this saved reply?"
      confirm="Yes"
      cancel="No"
      danger
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(reply.id)}
    >
      <p>
        <bdi>/{reply.name}</bdi> will be deleted for your whole team.
      </p>
    </Confirm>
  )
}
