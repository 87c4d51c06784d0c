export type PlanName = 'starter' | 'lite' | 'team'

/** The parts of the product that not every plan has. */
export type PlanFeature =
  'email' | 'slack' | 'gmail' | 'sheets' | 'reply_from_slack' | 'private_notes' | 'live_sessions' | 'webhooks'

export interface Plan {
  name: PlanName
  title: string
  /** For display, in dollars a month. Stripe's prices decide what is charged. */
  price: number
  eu_price: number
  /** The server refuses more active users. */
  seats: number
  /** A nightly job deletes older messages. Null keeps them for ever. */
  retention: '30 days' | '3 months' | null
  /** Above these the billing page warns. The plan without them is never exceeded. */
  warn_above: { users?: number; messages?: number }
  allows: readonly PlanFeature[]
  /** The list on the page. */
  contents: readonly string[]
}

const LITE: readonly PlanFeature[] = ['email', 'slack', 'gmail', 'sheets', 'reply_from_slack', 'private_notes']

/** The only place that says what a plan costs and contains. The server and the billing page read it. */
export const PLANS: Record<PlanName, Plan> = {
  starter: {
    name: 'starter',
    title: 'Starter',
    price: 0,
    eu_price: 7,
    seats: 2,
    retention: '30 days',
    warn_above: { users: 2, messages: 100_000 },
    allows: [],
    contents: ['2 seats', '1,000 messages per month', '30-day message retention'],
  },
  lite: {
    name: 'lite',
    title: 'Lite',
    price: 32,
    eu_price: 39,
    seats: 4,
    retention: '3 months',
    warn_above: { users: 4 },
    allows: LITE,
    contents: [
      '4 seats',
      'Unlimited messages',
      '3 months message retention',
      'Reply from Slack',
      'Private notes',
      'Email forwarding',
    ],
  },
  team: {
    name: 'team',
    title: 'Team',
    price: 94,
    eu_price: 99,
    seats: 10,
    retention: null,
    warn_above: {},
    allows: [...LITE, 'live_sessions', 'webhooks'],
    contents: [
      '10 seats',
      'Unlimited messages',
      'Unlimited message retention',
      'Everything in Lite',
      'Screen sharing',
      'Webhooks',
    ],
  },
}

/** It has no price and cannot be chosen: people write to us. */
export const ENTERPRISE = {
  title: 'Enterprise',
  contents: ['Unlimited seats', 'Unlimited messages', 'Unlimited message retention', 'Everything in Team'],
} as const

export const isPlanName = (name: string): name is PlanName => Object.hasOwn(PLANS, name)

export const planAllows = (plan: PlanName, feature: PlanFeature) => PLANS[plan].allows.includes(feature)
