import { env } from '../../lib/env.js'

/** The parts of Stripe.js that we use. Stripe has to serve the script itself, so there is no package to install. */
export interface StripeJs {
  elements(): { create(type: 'card', options: object): CardElement }
  confirmCardSetup(
    client_secret: string,
    data: { payment_method: { card: CardElement } },
  ): Promise<{ setupIntent?: { payment_method: string | { id: string } | null }; error?: { message?: string } }>
  confirmCardPayment(client_secret: string): Promise<{ error?: { message?: string } }>
}

export interface CardElement {
  mount(place: HTMLElement): void
  destroy(): void
  on(event: 'ready', listen: () => void): void
  on(event: 'change', listen: (change: { complete: boolean; error?: { message: string } }) => void): void
}

declare global {
  interface Window {
    Stripe?: (public_key: string) => StripeJs
  }
}

const SCRIPT = 'https://js.stripe.com/v3/'
let loading: Promise<StripeJs> | undefined

/** Null in documents of other pages, and without a publishable key. */
const publicKey = env.billing_page?.stripe_public_key ?? null

/** The only script of somebody else. Only the document of this page may load it. */
export function loadStripe(): Promise<StripeJs> {
  return (loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
}

async function load() {
  if (!publicKey) throw new Error('Card payments are not set up on this server.')
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The card form cannot be loaded. Please check your connection and try again.'))
    }
    document.head.append(script)
  })
  if (!window.Stripe) throw new Error('The card form cannot be loaded. Please try again in a few minutes.')
  return window.Stripe(publicKey)
}
