import type { Page } from '@playwright/test'

/** Cards by their number. A number that is not here is declined. */
export type Cards = Record<string, { id: string; asksBank?: boolean } | { message: string }>

/** Serves a stand-in of Stripe.js: a field for the number, and a button of the bank where a card asks for it. */
export async function serveStripeJs(page: Page, cards: Cards, confirmPayment: (client_secret: string) => boolean) {
  await page.exposeFunction('confirmPayment', confirmPayment)
  const body = `(${standIn.toString()})(${JSON.stringify(cards)})`
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

function standIn(cards: Cards) {
  const field = document.createElement('input')
  field.setAttribute('aria-label', 'Card number')
  const askBank = () =>
    new Promise<void>((resolve) => {
      const button = document.createElement('button')
      button.textContent = 'Approve at the bank'
      button.style.cssText = 'position: fixed; inset: 40px auto auto 40px; z-index: 9999'
      button.onclick = () => {
        button.remove()
        resolve()
      }
      document.body.append(button)
    })
  const element = {
    mount: (place: HTMLElement) => place.append(field),
    destroy: () => field.remove(),
    on: (event: string, listen: () => void) => void (event === 'ready' && queueMicrotask(listen)),
  }
  const Stripe = () => ({
    elements: () => ({ create: () => element }),
    async confirmCardSetup() {
      const card = cards[field.value] ?? { message: 'Your card was declined.' }
      if ('message' in card) return { error: card }
      if (card.asksBank) await askBank()
      return { setupIntent: { payment_method: card.id } }
    },
    async confirmCardPayment(client_secret: string) {
      await askBank()
      const { confirmPayment } = globalThis as unknown as { confirmPayment(secret: string): Promise<boolean> }
      return (await confirmPayment(client_secret)) ? {} : { error: { message: 'No such payment.' } }
    },
  })
  Object.assign(globalThis, { Stripe })
}
