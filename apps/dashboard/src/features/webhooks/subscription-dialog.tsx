import type { EventSubscription } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { EventChoice } from '../../entities/webhook-event/event-choice.js'
import { usualEvents } from '../../entities/webhook-event/events.js'
import { useVerification } from './use-verification.js'
import { subscriptionsQuery } from './webhook-queries.js'
import styles from './webhooks.module.css'

interface Props {
  /** Null adds one. */
  subscription: EventSubscription | null
  onClose: () => void
}

export function SubscriptionDialog({ subscription, onClose }: Props) {
  const verification = useVerification()
  /** A verified URL is neither checked nor sent again: its receiver may be down for a moment. */
  const isKept = (url: string) => subscription?.verified === true && url.trim() === subscription.webhook_url
  /** The user has seen it. Saving again keeps the URL unverified. */
  const isRefused = verification.look === 'bad'
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: {
      webhook_url: subscription?.webhook_url ?? '',
      events: subscription?.events ?? usualEvents(subscription?.scope ?? null),
    },
    async save({ webhook_url, events }) {
      const changes = isKept(webhook_url) ? { events } : { webhook_url, events }
      if (changes.webhook_url?.trim() && !isRefused) {
        if (!(await verification.check(changes.webhook_url))) return
      }
      if (subscription) {
        const body = { event_subscription: changes }
        await api.put('/event_subscriptions/:id', { params: { id: subscription.id }, body })
      } else await api.post('/event_subscriptions', { body: { event_subscription: { webhook_url, events } } })
      void cache.invalidateQueries(subscriptionsQuery)
      onClose()
    },
  })
  const { webhook_url, events } = form.values
  const url = form.getInputProps('webhook_url')

  return (
    <FormDialog
      title={subscription ? 'Update webhook URL' : 'Add webhook URL'}
      submit={`${subscription ? 'Update' : 'Add'}${isRefused ? ' anyway' : ''}`}
      size="lg"
      incomplete={events.length === 0}
      {...{ formProps, pending, failure, onClose }}
    >
      <div>
        <TextInput
          label="Webhook URL"
          description="It has to answer our challenge: send the payload of the webhook:verify event back."
          placeholder="https://example.com/webhook"
          type="url"
          maxLength={2_000}
          data-autofocus
          {...url}
          onChange={(event) => {
            url.onChange(event)
            verification.forget()
          }}
          onBlur={() => void (webhook_url.trim() && !isKept(webhook_url) && verification.check(webhook_url))}
        />
        <p role="status" className={styles.verification} data-look={verification.look}>
          {verification.text}
        </p>
      </div>
      <EventChoice legend="Events to send" value={events} onChange={(chosen) => form.setFieldValue('events', chosen)} />
    </FormDialog>
  )
}
