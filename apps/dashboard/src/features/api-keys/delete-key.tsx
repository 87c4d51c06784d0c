import type { PersonalApiKey } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'
import { keysQuery } from '../../entities/api-key/keys-query.js'

export function DeleteKey({ apiKey: { id, label }, onClose }: { apiKey: PersonalApiKey; onClose: () => void }) {
  const cache = useQueryClient()
  return (
    <ConfirmDelete
      thing="API key"
      opened
      onDelete={() => api.delete('/personal_api_keys/:id', { params: { id } })}
      onDeleted={() => cache.setQueryData(keysQuery.queryKey, (known) => known?.filter((key) => key.id !== id))}
      onClose={() => {
        void cache.invalidateQueries(keysQuery)
        onClose()
      }}
    >
      <p>
        Scripts that use <bdi>{label}</bdi> stop working at once.
      </p>
    </ConfirmDelete>
  )
}
