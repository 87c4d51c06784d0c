import { api } from '../../lib/api.js'
import { loadStripe } from './stripe-js.js'

/** Where the bank asks for the first payment, its steps open, and the plan changes afterwards. */
export async function savePlan(plan: string, hasSubscription: boolean) {
  const body = { plan }
  const { client_secret } = hasSubscription ? await api.put('/billing', { body }) : await api.post('/billing', { body })
  if (!client_secret) return
  const stripe = await loadStripe()
  const { error } = await stripe.confirmCardPayment(client_secret)
  if (error) throw new Error(error.message ?? 'The payment was not confirmed.')
  await api.put('/billing', { body })
}
