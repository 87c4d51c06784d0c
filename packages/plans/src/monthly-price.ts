/** A price of Stripe, as the API returns it. */
export interface Price {
  unit_amount: number | null
  currency: string
  interval: string | null
  interval_count: number | null
}

export interface Discount {
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  valid: boolean
}

/** Sums of other prices would mix currencies or periods. A tiered price has no `unit_amount`. */
export const areMonthlyUsd = (prices: readonly Price[]) =>
  prices.length > 0 &&
  prices.every(
    ({ unit_amount, currency, interval, interval_count }) =>
      unit_amount !== null && currency === 'usd' && interval === 'month' && interval_count === 1,
  )

/** A percentage has no currency. */
export const isUsable = ({ valid, amount_off, currency }: Discount) =>
  valid && (amount_off === null || currency === 'usd')

/** In cents, or undefined if the prices cannot be added. */
export function monthlyTotal(prices: readonly Price[], discount: Discount | null) {
  if (!areMonthlyUsd(prices)) return undefined
  const price = prices.reduce((sum, { unit_amount }) => sum + (unit_amount ?? 0), 0)
  const off = discount && isUsable(discount) ? amountOff(price, discount) : 0
  return { price, off, total: price - off }
}

const amountOff = (price: number, { percent_off, amount_off }: Discount) =>
  Math.min(price, percent_off === null ? (amount_off ?? 0) : Math.round((price * percent_off) / 100))
