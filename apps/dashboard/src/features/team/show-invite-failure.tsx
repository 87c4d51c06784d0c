import { ApiError } from '@papercups/client-core'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { describeError } from '../../lib/api-error.js'
import { env } from '../../lib/env.js'

const SHOWN = 10_000
const PRICING_PAGE = 'https://papercups.io/pricing'

export function showInviteFailure(error: unknown) {
  const atLimit = isPlanLimit(error)
  notifications.show({
    color: 'red',
    autoClose: SHOWN,
    title: atLimit ? 'Please upgrade to add more users!' : 'Failed to generate user invitation!',
    message: atLimit ? <Upgrade reason={describeError(error)} /> : describeError(error),
  })
}

const isPlanLimit = (error: unknown) => error instanceof ApiError && error.code === 'plan_limit'

/** A plain link, because notifications render outside the router. */
function Upgrade({ reason }: { reason: string }) {
  const where = env.flags.billing_enabled
    ? { href: '/billing' }
    : { href: PRICING_PAGE, target: '_blank', rel: 'noopener noreferrer' }
  return (
    <>
      <p style={{ margin: '0 0 8px' }}>{reason}</p>
      <Button size="xs" component="a" {...where}>
        Upgrade subscription
      </Button>
    </>
  )
}
