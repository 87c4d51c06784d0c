import type { BillingInfo, PlanPreview } from '@papercups/contract'
import type { Plan } from '@papercups/plans'
import { Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatDate } from '../../lib/format.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import styles from './billing.module.css'
import { useRefreshBilling } from './billing-queries.js'
import { formatMoney, fromUnix, isAhead } from './money.js'
import { savePlan } from './save-plan.js'
import { showSuccess } from './show-success.js'

interface Props {
  plan: Plan
  billing: BillingInfo
  onClose: () => void
}

/** Shows the costs before the plan changes. */
export function ConfirmPlan({ plan, billing, onClose }: Props) {
  const refresh = useRefreshBilling()
  const preview = useQuery({
    queryKey: ['plan-preview', plan.name],
    queryFn: () => api.post('/billing/preview', { body: { plan: plan.name } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const change = useMutation({
    mutationFn: () => savePlan(plan.name, billing.subscription !== null),
    async onSuccess() {
      onClose()
      await refresh()
      showSuccess()
    },
  })
  const failure = change.error ?? preview.error
  return (
    <Confirm
      opened
      title={`Change to the ${plan.title} plan?`}
      confirm={`Change to ${plan.title}`}
      pending={change.isPending || preview.isLoading}
      onConfirm={() => preview.data && change.mutate()}
      onClose={onClose}
    >
      {preview.data ? (
        <Costs {...preview.data} />
      ) : (
        preview.isLoading && <Loader size="sm" aria-label="Loading the costs" />
      )}
      {failure && (
        <p role="alert" className={styles.problem}>
          {describeError(failure)}
        </p>
      )}
    </Confirm>
  )
}

function Costs({ monthly, currency, proration, next_invoice, next_invoice_at, due_now, trial_end }: PlanPreview) {
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <>
      {monthly !== null && <p>The plan costs {money(monthly)} a month.</p>}
      {due_now > 0 && <p>Your card is charged {money(due_now)} now.</p>}
      {trial_end && isAhead(trial_end) && <p>Your free trial ends on {formatDate(fromUnix(trial_end))}.</p>}
      {proration !== 0 && (
        <p>
          For the rest of the current period you {proration > 0 ? 'pay' : 'get back'} {money(Math.abs(proration))}.
        </p>
      )}
      {due_now === 0 && next_invoice_at && (
        <p>
          Your next invoice is {money(next_invoice)} on {formatDate(fromUnix(next_invoice_at))}.
        </p>
      )}
    </>
  )
}
