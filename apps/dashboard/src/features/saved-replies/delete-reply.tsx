import type { CannedResponse } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { cannedResponsesQuery } from '../../entities/saved-reply/canned-responses.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'

export function DeleteReply({ reply: { id, name }, onClose }: { reply: CannedResponse; onClose: () => void }) {
  const cache = useQueryClient()
  return (
    <ConfirmDelete
      thing="saved reply"
      opened
      onDelete={() => api.delete('/canned_responses/:id', { params: { id } })}
      onDeleted={() =>
        cache.setQueryData(cannedResponsesQuery.queryKey, (known) => known?.filter((reply) => reply.id !== id))
      }
      onClose={() => {
        void cache.invalidateQueries(cannedResponsesQuery)
        onClose()
      }}
    >
      <p>
        <bdi>/{name}</bdi> will be deleted for your whole team.
      </p>
    </ConfirmDelete>
  )
}
