import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { conversationKeys, patchRow } from '../../../entities/conversation/conversations.js'
import { offerUndo } from '../../../ui/offer-undo.js'

/** Snoozes a conversation until a time, or until the customer writes (null). */
export function useSnooze(id: string, onGone: () => void) {
  const cache = useQueryClient()
  const wake = useWake(id)
  return useMutation({
    mutationFn: (until: Date | null) =>
      api.post('/conversations/:id/snooze', {
        params: { id },
        body: { snooze: { until: until?.toISOString() ?? null } },
      }),
    onSuccess(conversation) {
      onGone()
      patchRow(cache, id, conversation)
      offerUndo('Conversation snoozed', () => wake.mutate())
      return cache.invalidateQueries({ queryKey: conversationKeys.lists })
    },
    onError: refused,
  })
}

export function useWake(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete('/conversations/:id/snooze', { params: { id } }),
    onSuccess() {
      patchRow(cache, id, { snoozed_at: null, snoozed_until: null })
      return cache.invalidateQueries({ queryKey: conversationKeys.lists })
    },
    onError: refused,
  })
}

const refused = (error: unknown) =>
  void notifications.show({ color: 'red', title: 'The conversation was not changed', message: describeError(error) })
