import type { BillingInfo, PaymentMethod } from '@papercups/contract'
import { nextBillingDate } from '@papercups/plans'
import { Button } from '@mantine/core'
import { formatDate } from '../../lib/format.js'
import { Section } from '../../ui/section.js'
import styles from './billing.module.css'
import { fromUnix, isAhead } from './money.js'

export function CardLine({ billing, onEdit }: { billing: BillingInfo; onEdit: () => void }) {
  const { payment_method: card, subscription } = billing
  return (
    <Section
      title="Card and dates"
      actions={
        <Button variant="default" size="xs" onClick={onEdit}>
          {card ? 'Edit card' : 'Add card'}
        </Button>
      }
    >
      <div className={styles.lines}>
        {card ? <p>{describeCard(card)}</p> : <p>No credit card information has been entered yet.</p>}
        {card && hasExpired(card) && (
          <p className={styles.problem}>This card has expired. Please enter another one before the next payment.</p>
        )}
        {subscription?.cancel_at_period_end ? (
          <p>Your subscription ends on {formatDate(fromUnix(subscription.current_period_end))}.</p>
        ) : (
          subscription && <p>Next billing date: {formatDate(nextBillingDate(subscription).toISOString())}</p>
        )}
        {subscription?.trial_end && (
          <p>
            {isAhead(subscription.trial_end) ? 'Your free trial ends on' : 'Your free trial ended on'}{' '}
            {formatDate(fromUnix(subscription.trial_end))}.
          </p>
        )}
      </div>
    </Section>
  )
}

const describeCard = ({ brand, last4, exp_month, exp_year }: PaymentMethod) =>
  `${brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : 'Card'} ending in ${last4 ?? '????'}, expires ${exp_month ?? '--'}/${exp_year ?? '--'}`

/** A card is valid until the end of its month. */
const hasExpired = ({ exp_month, exp_year }: PaymentMethod) =>
  exp_month !== null && exp_year !== null && new Date(exp_year, exp_month, 1) <= new Date()
