import type { UserSettings } from '@papercups/contract'
import { Checkbox, Skeleton } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'

type Alerts = Pick<
  UserSettings,
  'email_alert_on_new_message' | 'email_alert_on_new_conversation' | 'email_alert_on_mention' | 'email_weekly_summary'
>

const userSettingsQuery = queryOptions({
  queryKey: ['user-settings'],
  queryFn: ({ signal }) => api.get('/user_settings', { signal }),
})

const ALERTS: Array<{ name: keyof Alerts; label: string; description: string }> = [
  {
    name: 'email_alert_on_new_message',
    label: 'Email alert on new message',
    description: 'An email when a customer writes. Further messages within five minutes come in one email.',
  },
  {
    name: 'email_alert_on_new_conversation',
    label: 'Email alert on new conversation',
    description: 'An email when a customer starts a conversation.',
  },
  {
    name: 'email_alert_on_mention',
    label: 'Email alert on mention',
    description: 'An email when a teammate mentions you in a conversation that you do not have open.',
  },
  {
    name: 'email_weekly_summary',
    label: 'Weekly summary',
    description: 'An email on Monday with the numbers of the last week.',
  },
]

export function NotificationsSection() {
  const { data: settings, error, refetch } = useQuery(userSettingsQuery)
  const save = useSaveAlerts()
  return (
    <Section title="Notifications">
      {error && !settings && <LoadFailure title="Error retrieving settings" error={error} retry={refetch} />}
      {!error && !settings && <Skeleton height={80} />}
      {settings &&
        ALERTS.map(({ name, ...texts }) => (
          <Checkbox
            key={name}
            {...texts}
            checked={settings[name]}
            onChange={({ currentTarget }) => save.mutate({ [name]: currentTarget.checked })}
          />
        ))}
    </Section>
  )
}

/** Shows the change at once. After an error, which is logged, the section shows the server's values again. */
function useSaveAlerts() {
  const cache = useQueryClient()
  const { queryKey } = userSettingsQuery
  return useMutation({
    scope: { id: 'user-settings' },
    mutationFn: (user_settings: Partial<Alerts>) => api.put('/user_settings', { body: { user_settings } }),
    onMutate: async (changes) => {
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, (known) => known && { ...known, ...changes })
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  })
}
