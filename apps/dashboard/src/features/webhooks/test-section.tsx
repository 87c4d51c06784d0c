import type { WebhookEvent } from '@papercups/contract'
import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { Section } from '../../ui/section.js'
import { ALL_EVENTS } from '../../entities/webhook-event/events.js'
import { subscriptionQuery } from './webhook-queries.js'
import styles from './webhooks.module.css'

export function TestSection({ id }: { id: string }) {
  const [event, setEvent] = useState<WebhookEvent>('message:created')
  const cache = useQueryClient()
  const send = useMutation({
    mutationFn: () => api.post('/event_subscriptions/:id/test', { params: { id }, body: { event } }),
    onSuccess: () => void cache.invalidateQueries(subscriptionQuery(id)),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The test was not sent', message: describeError(error) }),
  })
  return (
    <Section title="Test" lead="Sends a sample with invented data. The log below shows what your server answers.">
      <div className={styles.filters}>
        <NativeSelect
          label="Test event"
          data={ALL_EVENTS}
          value={event}
          onChange={({ currentTarget }) => setEvent(currentTarget.value as WebhookEvent)}
        />
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          Send test
        </Button>
      </div>
    </Section>
  )
}
