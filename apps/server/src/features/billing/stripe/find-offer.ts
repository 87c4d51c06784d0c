import { areMonthlyUsd, type PlanName } from '@papercups/plans'
import type Stripe from 'stripe'
import { HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { toPrice } from './present.js'

/** What Stripe charges for a plan: the product that names it, with all its prices. */
export interface Offer {
  product: Stripe.Product
  prices: Stripe.Price[]
}

/** Undefined if Stripe has no product for the plan. The EU edition has products of its own. */
export async function findOffer({ config }: Platform, stripe: Stripe, plan: PlanName): Promise<Offer | undefined> {
  const name = config.flags.eu_edition ? `eu-${plan}` : plan
  for await (const product of stripe.products.list({ active: true, limit: 100 })) {
    if (product.metadata.name !== name) continue
    const prices: Stripe.Price[] = []
    for await (const price of stripe.prices.list({ product: product.id, active: true, limit: 100 })) prices.push(price)
    if (!areMonthlyUsd(prices.map(toPrice)))
      throw new HttpError(422, 'This plan has no monthly price in US dollars yet, so it cannot be chosen.')
    return { product, prices }
  }
  return undefined
}
