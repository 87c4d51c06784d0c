import type { StripeSubscription } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatDate } from '../../lib/format.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { Section } from '../../ui/section.js'
import { useRefreshBilling } from './billing-queries.js'
import { fromUnix } from './money.js'

export function CancelSection({ subscription }: { subscription: StripeSubscription }) {
  const [asking, setAsking] = useState(false)
  const refresh = useRefreshBilling()
  const { cancel_at_period_end: isCanceled, current_period_end } = subscription
  const end = formatDate(fromUnix(current_period_end))
  const change = useMutation({
    mutationFn: () => api.post(isCanceled ? '/billing/resume' : '/billing/cancel'),
    onSuccess: refresh,
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The subscription was not changed', message: describeError(error) }),
    onSettled: () => setAsking(false),
  })
  if (isCanceled) {
    return (
      <Section
        title="Resume subscription"
        lead={`Your subscription is canceled. Until ${end} you can take that back.`}
        actions={
          <Button size="xs" loading={change.isPending} onClick={() => change.mutate()}>
            Resume subscription
          </Button>
        }
      />
    )
  }
  return (
    <Section
      title="Cancel subscription"
      lead="You keep your plan until the end of the period that you have paid."
      actions={
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Cancel subscription
        </Button>
      }
    >
      <Confirm
        opened={asking}
        title="Cancel your subscription?"
        confirm="Cancel subscription"
        cancel="Keep it"
        danger
        pending={change.isPending}
        onConfirm={() => change.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>Your plan stays until {end}. Then the account is on the Starter plan. Nothing is deleted.</p>
      </Confirm>
    </Section>
  )
}
