import type { ConversationBasic } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { patchRow } from '../../entities/conversation/conversations.js'

export type ConversationChange = Partial<Pick<ConversationBasic, 'status' | 'priority' | 'assignee_id'>>

/** Shows the change at once, and reverts it with a notice if the server refuses. */
export function useUpdateConversation(id: string) {
  const cache = useQueryClient()
  return useMutation({
    // One at a time: two parallel requests could arrive in the wrong order.
    scope: { id: `conversation ${id}` },
    mutationFn: (change: ConversationChange) =>
      api.put('/conversations/:id', { params: { id }, body: { conversation: change } }),
    onMutate: (change) => patchRow(cache, id, change),
    onSuccess: (conversation) => patchRow(cache, id, conversation),
    onError: (error, change, before) => {
      const undo = Object.keys(change).map((key) => [key, before?.[key as keyof ConversationChange]])
      if (before) patchRow(cache, id, Object.fromEntries(undo))
      notifications.show({ color: 'red', title: 'The conversation was not changed', message: describeError(error) })
    },
  })
}
