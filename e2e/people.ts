import type { Page } from '@playwright/test'
import { expect } from './story.js'

/** Where somebody who is signed in ends up. */
export const HOME = '/conversations/all'

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A call with the token of whoever is signed in on the page. */
export async function call(page: Page, path: string, data: object, method = 'POST') {
  const authorization = await page.evaluate(() => JSON.parse(localStorage.getItem('papercups.session') ?? '{}').token)
  const answer = await page.request.fetch(path, { method, headers: { authorization }, data })
  expect(answer.ok()).toBe(true)
  return (await answer.json()).data
}

/** A customer with a name, and a conversation with them. */
export async function knows(ada: Page, account_id: string, customer: { name: string; email: string }) {
  const { id } = await call(ada, '/api/customers', { customer: { ...customer, account_id } })
  await call(ada, '/api/conversations', { conversation: { customer_id: id, account_id } })
}

/** A visitor on the demo page writes to the company. */
export async function writes(visitor: Page, account_id: string, body: string) {
  await visitor.goto(`/demo?token=${account_id}`)
  await visitor.getByRole('button', { name: 'Open chat widget' }).click()
  const message = visitor.frameLocator('iframe.Papercups-chatWindowContainer').getByLabel('Message', { exact: true })
  await message.fill(body)
  await message.press('Enter')
}

/** Nothing stands out at the side. */
export async function expectToFit(page: Page) {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBe(0)
}
