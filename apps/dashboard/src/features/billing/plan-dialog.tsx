import type { BillingInfo } from '@papercups/contract'
import { ENTERPRISE, PLANS, type Plan } from '@papercups/plans'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { env } from '../../lib/env.js'
import styles from './billing.module.css'
import { ConfirmPlan } from './confirm-plan.js'

const CONTACT = 'mailto:founders@papercups.io?subject=Enterprise%20plan'

interface Props {
  billing: BillingInfo
  current: string
  onClose: () => void
  /** The chosen plan needs a card, or is the current one. */
  onCard: (plan: string) => void
}

export function PlanDialog({ billing, current, onClose, onCard }: Props) {
  const [confirming, setConfirming] = useState<Plan | null>(null)
  const choose = (plan: Plan) => {
    if (!billing.payment_method || plan.name === current) onCard(plan.name)
    else setConfirming(plan)
  }
  if (confirming) return <ConfirmPlan plan={confirming} billing={billing} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Select plan" size="xl" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <ul className={styles.plans}>
        {Object.values(PLANS).map((plan) => (
          <Column
            key={plan.name}
            title={plan.title}
            price={`$${env.flags.eu_edition ? plan.eu_price : plan.price}`}
            contents={plan.contents}
            current={plan.name === current}
          >
            <Button fullWidth variant={plan.name === current ? 'default' : 'filled'} onClick={() => choose(plan)}>
              {plan.name === current ? 'Current plan' : `Select ${plan.title}`}
            </Button>
          </Column>
        ))}
        <Column title={ENTERPRISE.title} price="Custom" contents={ENTERPRISE.contents} current={false}>
          <Button fullWidth variant="default" component="a" href={CONTACT}>
            Contact us
          </Button>
        </Column>
      </ul>
    </Modal>
  )
}

interface ColumnProps {
  title: string
  price: string
  contents: readonly string[]
  current: boolean
  children: React.ReactNode
}

function Column({ title, price, contents, current, children }: ColumnProps) {
  return (
    <li className={styles.plan} data-current={current || undefined}>
      <h3>{title}</h3>
      <p className={styles.price}>
        {price}
        {price !== 'Custom' && <span> / month</span>}
      </p>
      <ul className={styles.contents}>
        {contents.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {children}
    </li>
  )
}
