import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { conversationKeys, patchRow } from '../../../entities/conversation/conversations.js'
import { offerUndo } from '../../../ui/offer-undo.js'

/** The screens say "delete"; the server archives the conversation and can restore it for 30 days. */
export function useDeleteConversation(id: string, onGone: () => void) {
  const cache = useQueryClient()
  const restore = useRestoreConversation(id)
  return useMutation({
    mutationFn: () => api.post('/conversations/:id/archive', { params: { id } }),
    onSuccess(conversation) {
      onGone()
      patchRow(cache, id, conversation)
      cache.removeQueries({ queryKey: conversationKeys.one(id) })
      offerUndo('Conversation deleted!', () => restore.mutate())
    },
    onError: (error) =>
      void notifications.show({
        color: 'red',
        title: 'The conversation was not deleted',
        message: describeError(error),
      }),
  })
}

export function useRestoreConversation(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.post('/conversations/:id/restore', { params: { id } }),
    onSuccess: (conversation) => {
      patchRow(cache, id, conversation)
      return cache.invalidateQueries({ queryKey: conversationKeys.lists })
    },
    onError: (error) =>
      void notifications.show({
        color: 'red',
        title: 'The conversation was not restored',
        message: describeError(error),
      }),
  })
}
