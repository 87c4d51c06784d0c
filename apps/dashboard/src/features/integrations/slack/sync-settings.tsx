import type { SlackAuthorization } from '@papercups/contract'
import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { useChoice } from '../../../ui/forms/use-choice.js'

const SETTINGS = [
  {
    key: 'sync_all_incoming_threads',
    label: 'Take every message',
    description: 'Each new message of a customer opens a conversation.',
  },
  {
    key: 'sync_by_emoji_tagging',
    label: 'Take messages that are tagged with an emoji',
    description: 'A message opens a conversation when somebody reacts to it with 👀 (:eyes:).',
  },
] as const

/** Which messages become conversations. */
export function SyncSettings({ authorization: { id, settings } }: { authorization: SlackAuthorization }) {
  const cache = useQueryClient()
  const { shown, show, end } = useChoice(settings)
  const save = useMutation({
    mutationFn: (changed: Partial<SlackAuthorization['settings']>) => {
      const { sync_all_incoming_threads, sync_by_emoji_tagging } = { ...settings, ...changed }
      const body = { settings: { sync_all_incoming_threads, sync_by_emoji_tagging } }
      return api.post('/slack/authorizations/:id/settings', { params: { id }, body })
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The setting was not saved', message: describeError(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['slack', 'authorizations'] }),
  })
  return SETTINGS.map(({ key, label, description }) => (
    <Switch
      key={key}
      label={label}
      description={description}
      checked={shown[key]}
      disabled={save.isPending}
      onChange={({ currentTarget: { checked } }) => {
        show({ ...settings, [key]: checked })
        save.mutate({ [key]: checked }, { onSettled: end })
      }}
    />
  ))
}
