import type { BillingInfo } from '@papercups/contract'
import { isPlanName, monthlyTotal, PLANS } from '@papercups/plans'
import { env } from '../../lib/env.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { formatMoney } from './money.js'

interface Row {
  id: string
  name: string
  amount: string
}

const columns: Array<Column<Row>> = [
  { title: 'Subscription', look: 'name', render: ({ name }) => name },
  { title: 'Price per month', width: '140px', render: ({ amount }) => amount },
]

/** The costs of a month: the plan, the discount and the sum. */
export function Breakdown({ billing, title }: { billing: BillingInfo; title: string }) {
  return <RowTable bare label="Costs" columns={columns} rows={rowsOf(billing, title)} />
}

function rowsOf({ subscription, subscription_plan }: BillingInfo, title: string): Row[] {
  const costs = subscription ? monthlyTotal(subscription.prices, subscription.discount) : listPrice(subscription_plan)
  // Other currencies and periods cannot be added up here. The invoices are right.
  if (!costs) return [{ id: 'plan', name: title, amount: 'See your invoices' }]
  const { price, off, total } = costs
  return [
    { id: 'plan', name: title, amount: formatMoney(price) },
    ...(off > 0 ? [{ id: 'discount', name: discountOf(subscription), amount: `−${formatMoney(off)}` }] : []),
    { id: 'total', name: 'Total', amount: formatMoney(total) },
  ]
}

/** Without a subscription nothing is charged, so only the free plan has a price. */
function listPrice(plan: string) {
  if (!isPlanName(plan)) return undefined
  const { price, eu_price } = PLANS[plan]
  const shown = (env.flags.eu_edition ? eu_price : price) * 100
  return { price: shown, off: 0, total: shown }
}

function discountOf(subscription: BillingInfo['subscription']) {
  const { name, percent_off } = subscription?.discount ?? {}
  return `Discount${name ? ` (${name}${percent_off ? `, ${percent_off}%` : ''})` : ''}`
}
