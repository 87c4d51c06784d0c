const exact = (currency: string) => new Intl.NumberFormat('en-US', { style: 'currency', currency })

/** $94.00, from cents. */
export const formatMoney = (cents: number, currency = 'usd') => exact(currency).format(cents / 100)

/** A date from unix seconds, as ISO 8601. */
export const fromUnix = (seconds: number) => new Date(seconds * 1_000).toISOString()

export const isAhead = (seconds: number) => seconds * 1_000 > Date.now()
