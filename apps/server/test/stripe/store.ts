import * as make from './objects.js'
import { list, now, type Stored } from './objects.js'

export interface Refusal {
  status: number
  body: { error: { type: string; code?: string; decline_code?: string; message: string } }
}

export const refuse = (status: number, error: Refusal['body']['error']): Refusal => ({ status, body: { error } })
export const declined = (code: string, message: string, decline_code?: string) =>
  refuse(402, { type: 'card_error', code, message, ...(decline_code && { decline_code }) })

export const CONSENT = declined(
  'subscription_payment_intent_requires_action',
  'Payment for this subscription requires action',
)

const missing = (what: string) =>
  refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` })

export class StripeStore {
  readonly products: Stored[] = []
  readonly prices: Stored[] = []
  readonly coupons: Stored[] = []
  readonly customers: Stored[] = []
  readonly cards: Stored[] = []
  readonly subscriptions: Stored[] = []
  readonly invoices: Stored[] = []
  /** Banks ask for the consent of the customer with each payment. */
  asksBank = false
  /** Answers in the shapes of versions before 2025. */
  older = false

  addPlan(name: string, amounts: Array<number | null>, more: object = {}) {
    const product = make.product(name, name)
    this.products.push(product)
    for (const amount of amounts) this.prices.push(make.price(product.id, amount, more))
    return product
  }

  addCard(details: object = {}) {
    const card = make.card(make.newId('pm'), details)
    this.cards.push(card)
    return card
  }

  addDiscount(subscription: Stored, coupon: object) {
    const made = make.coupon(coupon)
    this.coupons.push(made)
    subscription.discounts = [make.discount(subscription.id, made.id)]
  }

  /** What Stripe does when Stripe.js has confirmed the first payment. */
  confirmPayment(client_secret: string) {
    const paid = this.subscriptions.find(
      ({ latest_invoice }) => latest_invoice?.confirmation_secret?.client_secret === client_secret,
    )
    if (paid) paid.status = 'active'
    return paid !== undefined
  }

  /** With its product and coupons, as our calls ask for. */
  show(subscription: Stored): Stored {
    const data = subscription.items.data.map((item: Stored) => {
      const price = this.prices.find(({ id }) => id === item.price)
      return { ...item, price: { ...price, product: this.products.find(({ id }) => id === price.product) } }
    })
    const discounts = subscription.discounts.map((one: Stored) => ({
      ...one,
      source: { ...one.source, coupon: this.coupons.find(({ id }) => id === one.source.coupon) },
    }))
    const shown = { ...subscription, items: { ...subscription.items, data }, discounts }
    return this.older ? inOlderShape(shown) : shown
  }
}

function inOlderShape({ discounts, items, ...subscription }: Stored) {
  const { current_period_start, current_period_end, quantity } = items.data[0]
  const data = items.data.map(({ current_period_start: _, current_period_end: __, ...item }: Stored) => item)
  const [discount] = discounts
  return {
    ...{ ...subscription, items: { ...items, data }, current_period_start, current_period_end, quantity },
    discount: discount ? { ...discount, source: undefined, coupon: discount.source.coupon } : null,
  }
}

type Answer = { status: number; body: Stored }
const ok = (body: Stored): Answer => ({ status: 200, body })

export function answerCall(store: StripeStore, call: string, body: Stored): Answer {
  const [, method = '', kind = '', id = '', verb = ''] = /^(\w+) \/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(call) ?? []
  const answer = ROUTES[`${method} ${kind}${id && id !== 'create_preview' ? '/:id' : ''}${verb && `/${verb}`}`]
  return answer?.(store, body, id) ?? missing(call)
}

const find = (rows: Stored[], id: string) => rows.find((row) => row.id === id)

/** The calls that our server makes. */
const ROUTES: Record<string, (store: StripeStore, body: Stored, id: string) => Answer | undefined> = {
  'GET products': ({ products }) =>
    ok(
      list(
        products.filter(({ active }) => active),
        '/v1/products',
      ),
    ),
  'GET prices': ({ prices }, { product }) =>
    ok(
      list(
        prices.filter((one) => one.product === product && one.active),
        '/v1/prices',
      ),
    ),
  'POST customers'({ customers }, body) {
    customers.push(make.customer(body))
    return ok(customers.at(-1))
  },
  'POST customers/:id'({ customers }, { invoice_settings }, id) {
    const customer = find(customers, id)
    if (!customer) return undefined
    Object.assign(customer.invoice_settings, invoice_settings)
    return ok(customer)
  },
  'POST setup_intents': (_store, { customer }) => ok(make.setupIntent(customer)),
  'GET payment_methods/:id': ({ cards }, _body, id) => (find(cards, id) ? ok(find(cards, id)) : undefined),
  'POST payment_methods/:id/attach'({ cards }, { customer }, id) {
    const card = find(cards, id)
    if (!card) return undefined
    if (card.customer && card.customer !== customer)
      return refuse(400, { type: 'invalid_request_error', message: 'The payment method belongs to another customer.' })
    card.customer = customer
    return ok(card)
  },
  'POST subscriptions'(store, body) {
    if (!find(store.customers, body.customer)) return missing('customer')
    const made = make.subscription(body)
    if (store.asksBank && made.status !== 'trialing') {
      if (body.payment_behavior === 'error_if_incomplete') return CONSENT
      Object.assign(made, { status: 'incomplete', latest_invoice: make.unconfirmedInvoice(body.customer) })
    }
    store.subscriptions.push(made)
    return ok(store.show(made))
  },
  'GET subscriptions': (store, { customer }) =>
    ok(
      list(
        store.subscriptions
          .filter((one) => one.customer === customer && one.status !== 'canceled')
          .map((one) => store.show(one)),
        '/v1/subscriptions',
      ),
    ),
  'GET subscriptions/:id'(store, _body, id) {
    const found = find(store.subscriptions, id)
    return found && ok(store.show(found))
  },
  'POST subscriptions/:id'(store, { items = [], cancel_at_period_end }, id) {
    const found = find(store.subscriptions, id)
    if (!found || found.status === 'canceled') return undefined
    const deleted = items.filter((one: Stored) => one.deleted === 'true').map((one: Stored) => one.id)
    const added = items.filter((one: Stored) => one.price).map((one: Stored) => make.item(id, one.price))
    found.items.data = [...found.items.data.filter((one: Stored) => !deleted.includes(one.id)), ...added]
    if (cancel_at_period_end) found.cancel_at_period_end = cancel_at_period_end === 'true'
    return ok(store.show(found))
  },
  'DELETE subscriptions/:id'(store, _body, id) {
    const found = find(store.subscriptions, id)
    if (!found || found.status === 'canceled') return undefined
    Object.assign(found, { status: 'canceled', canceled_at: now(), ended_at: now() })
    return ok(store.show(found))
  },
  'GET invoices': ({ invoices }, { customer, subscription, status }) =>
    ok(
      list(
        invoices.filter(
          (one) =>
            (!customer || one.customer === customer) &&
            (!subscription || one.subscription_id === subscription) &&
            (!status || one.status === status),
        ),
        '/v1/invoices',
      ),
    ),
  'POST invoices/:id/pay'({ invoices, subscriptions }, _body, id) {
    const found = find(invoices, id)
    if (!found) return undefined
    found.status = 'paid'
    const paid = find(subscriptions, found.subscription_id)
    if (paid) paid.status = 'active'
    return ok(found)
  },
  'POST invoices'(store, { subscription, subscription_details }) {
    const { customer } = find(store.subscriptions, subscription)
    const line = (amount: number, proration: boolean) => ({
      ...{ id: make.newId('il'), object: 'line_item', amount, currency: 'usd', description: null },
      parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
    })
    const added = (subscription_details.items ?? []).filter((one: Stored) => one.price)
    const amount = added.reduce((sum: number, one: Stored) => sum + find(store.prices, one.price).unit_amount, 0)
    const lines = list([line(-1_500, true), line(4_400, true), line(amount, false)], '/v1/invoices/upcoming/lines')
    return ok(make.invoice(customer, { lines, amount_due: amount + 2_900, next_payment_attempt: now() + 86_400 }))
  },
}
