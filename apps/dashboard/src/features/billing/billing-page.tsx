import type { BillingInfo } from '@papercups/contract'
import { isExceeded, isPlanName, PLANS, upgradeBy } from '@papercups/plans'
import { Alert, Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../entities/user/me.js'
import { formatDate } from '../../lib/format.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { billingQuery } from './billing-queries.js'
import { Breakdown } from './breakdown.js'
import { CancelSection } from './cancel-section.js'
import { CardDialog } from './card-dialog.js'
import { CardLine } from './card-line.js'
import { InvoicesSection } from './invoices-section.js'
import { PlanDialog } from './plan-dialog.js'
import { useOwnDocument } from './use-own-document.js'

export function BillingPage() {
  const isOwn = useOwnDocument()
  const { data: account } = useQuery(accountQuery)
  const { data: billing, error, isFetching, refetch } = useQuery({ ...billingQuery, enabled: isOwn })
  return (
    <Page
      title="Billing Overview"
      lead="Your plan, your card and your invoices."
      actions={billing && isFetching && <Loader size="xs" aria-label="Refreshing" />}
    >
      {billing && account ? (
        <Overview billing={billing} plan={account.subscription_plan ?? 'starter'} />
      ) : error ? (
        <LoadFailure title="Error retrieving billing information" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[220, 140]} />
      )}
    </Page>
  )
}

type Open = { dialog: 'plan' } | { dialog: 'card'; plan: string } | null

function Overview({ billing, plan }: { billing: BillingInfo; plan: string }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const title = isPlanName(plan) ? PLANS[plan].title : plan
  return (
    <>
      <Warnings billing={billing} plan={plan} />
      <Section
        title={`${title} plan`}
        lead="Your current plan."
        actions={
          <Button size="xs" onClick={() => setOpen({ dialog: 'plan' })}>
            Update subscription plan
          </Button>
        }
      >
        <Breakdown billing={billing} title={title} />
      </Section>
      <CardLine billing={billing} onEdit={() => setOpen({ dialog: 'card', plan })} />
      <InvoicesSection />
      {billing.subscription && <CancelSection subscription={billing.subscription} />}
      {open?.dialog === 'plan' && (
        <PlanDialog
          billing={billing}
          current={plan}
          onClose={close}
          onCard={(chosen) => setOpen({ dialog: 'card', plan: chosen })}
        />
      )}
      {open?.dialog === 'card' && (
        <CardDialog current={plan} chosen={open.plan} hasSubscription={billing.subscription !== null} onClose={close} />
      )}
    </>
  )
}

function Warnings({ billing, plan }: { billing: BillingInfo; plan: string }) {
  const { payment_problem: problem } = billing
  return (
    <>
      {problem && (
        <Alert color="red" title="Your last payment failed">
          Please check your card or enter another one. Your plan stays until {formatDate(problem.plan_ends_at)}.
        </Alert>
      )}
      {isPlanName(plan) && isExceeded(plan, billing) && (
        <Alert color="yellow">
          It looks like you&apos;ve exceeded the limits of your current plan. Please upgrade by {upgradeDay()} to
          prevent any features from disabling!
        </Alert>
      )}
    </>
  )
}

const upgradeDay = () => formatDate(upgradeBy(new Date()).toISOString())
