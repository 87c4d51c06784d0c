import { startTestServer } from '../server.js'
import { newCompany, newTeammate } from '../story.js'
import { startStripe, WEBHOOK_SECRET } from './stand-in.js'
import { running } from '../running.js'

/** A server with billing and a Stripe of its own, for one test file. */
export async function startBilling(env: Record<string, string> = {}) {
  const stripe = await startStripe()
  running.push(stripe.close)
  stripe.store.addPlan('lite', [3_200])
  stripe.store.addPlan('team', [9_000, 400])
  const server = await startTestServer({
    env: {
      BILLING_ENABLED: 'true',
      STRIPE_SECRET: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_URL: stripe.url,
      STRIPE_TIMEOUT_SECONDS: '1',
      ...env,
    },
  })
  return { server, stripe }
}

export type Billing = Awaited<ReturnType<typeof startBilling>>

/** Ada and Ben at Acme, Grace at Globex. */
export async function billingStory({ server, stripe }: Billing) {
  const [acme, globex] = await Promise.all([newCompany(server, 'Acme', 'ada'), newCompany(server, 'Globex', 'grace')])
  const ben = await newTeammate(server, acme, 'ben')
  const addCard = async (admin = acme.admin, details: object = {}) => {
    const card = stripe.store.addCard(details)
    await admin.data('POST', '/api/payment_methods', { payment_method: card })
    return card
  }
  const subscribe = async (plan: string, admin = acme.admin) => {
    await addCard(admin)
    await admin.data('POST', '/api/billing', { plan })
    const { subscription } = await admin.data('GET', '/api/billing')
    return stripe.store.subscriptions.find(({ id }) => id === subscription.id)
  }
  const planOf = async (admin = acme.admin) => (await admin.data('GET', '/api/accounts/me')).subscription_plan
  return { server, stripe, acme, globex, ada: acme.admin, grace: globex.admin, ben, addCard, subscribe, planOf }
}
