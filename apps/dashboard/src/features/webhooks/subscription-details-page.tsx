import type { EventSubscription } from '@papercups/contract'
import { Alert, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment } from '../../lib/format.js'
import { Page } from '../../ui/page.js'
import { Retrieved } from '../../ui/retrieved.js'
import { Section } from '../../ui/section.js'
import { DeliveriesSection } from './deliveries-section.js'
import { usualEvents } from '../../entities/webhook-event/events.js'
import { SecretSection } from './secret-section.js'
import { StatusTag } from './status-tag.js'
import { SubscriptionDialog } from './subscription-dialog.js'
import { TestSection } from './test-section.js'
import { subscriptionQuery } from './webhook-queries.js'
import styles from './webhooks.module.css'

const back = { to: '/developers/event-subscriptions', label: 'Event subscriptions' }

export function SubscriptionDetailsPage() {
  const { subscription_id = '' } = useParams()
  const query = useQuery(subscriptionQuery(subscription_id))
  return (
    <Retrieved query={query} title="Webhook" failure="Error retrieving webhook" back={back} heights={[120, 120, 300]}>
      {(subscription) => <Details subscription={subscription} />}
    </Retrieved>
  )
}

function Details({ subscription }: { subscription: EventSubscription }) {
  const [editing, setEditing] = useState(false)
  const events = subscription.events ?? usualEvents(subscription.scope)
  return (
    <Page
      title="Webhook"
      tag={<StatusTag subscription={subscription} />}
      lead={<span className={styles.url}>{subscription.webhook_url}</span>}
      back={back}
      actions={
        <Button variant="default" onClick={() => setEditing(true)}>
          Update
        </Button>
      }
    >
      <State subscription={subscription} />
      <Section title="Events" lead={events.join(', ')} />
      <SecretSection id={subscription.id} />
      {subscription.verified && !subscription.paused_at && <TestSection id={subscription.id} />}
      <DeliveriesSection id={subscription.id} />
      {editing && <SubscriptionDialog subscription={subscription} onClose={() => setEditing(false)} />}
    </Page>
  )
}

/** Says what is wrong, if something is. */
function State({ subscription: { id, verified, paused_at, failing_since } }: { subscription: EventSubscription }) {
  const cache = useQueryClient()
  const resume = useMutation({
    mutationFn: () => api.post('/event_subscriptions/:id/resume', { params: { id } }),
    onSuccess: (resumed) => cache.setQueryData(subscriptionQuery(id).queryKey, resumed),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The webhook was not resumed', message: describeError(error) }),
  })
  if (!verified)
    return (
      <Alert color="red" title="This webhook is not verified">
        It gets no events. Let your server answer the challenge, then press Update and save the URL again.
      </Alert>
    )
  if (paused_at)
    return (
      <Alert color="red" title={`Paused since ${formatMoment(paused_at)}`}>
        <p className={styles.paused}>
          Your server accepted nothing for a day, so we stopped calling it. Events are kept for 30 days. Resume to send
          everything that waits, in order.
        </p>
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
      </Alert>
    )
  if (failing_since)
    return (
      <Alert color="red" title={`Failing since ${formatMoment(failing_since)}`}>
        We try again after growing pauses. After a day without success the webhook is paused.
      </Alert>
    )
  return null
}
