import type { PersonalApiKey } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { keysQuery } from './keys-query.js'

interface Props {
  apiKey: PersonalApiKey
  onClose: () => void
}

export function DeleteKey({ apiKey, onClose }: Props) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => api.delete('/personal_api_keys/:id', { params: { id } }),
    onSuccess: (_, gone) => cache.setQueryData(keysQuery.queryKey, (known) => known?.filter(({ id }) => id !== gone)),
    onError: (error) => {
      logError('The API key was not deleted', error)
      notifications.show({ color: 'red', title: 'The API key was not deleted', message: describeError(error) })
    },
    onSettled: () => {
      void cache.invalidateQueries(keysQuery)
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title="Are you sure you want to delete this API key?"
      confirm="Yes"
      cancel="No"
      danger
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(apiKey.id)}
    >
      <p>
        Scripts that use <bdi>{apiKey.label}</bdi> stop working at once.
      </p>
    </Confirm>
  )
}
