import type { Page } from '@playwright/test'
import { call } from '../people.js'
import { expect } from '../story.js'

export const ECHO = `async function handler({ event, payload }) {
  console.log('got', event)
  return { heard: payload.body }
}
`

/** Posts a bot message for each message of a customer, with the methods of the original SDK. */
export const botFor = (
  origin: string,
  text = 'Hello from the bot',
) => `const papercups = require('@papercups-io/papercups')(
  process.env.PAPERCUPS_API_KEY,
  { host: '${origin}' },
)
async function handler({ payload }) {
  return papercups.messages.create({ body: '${text}', type: 'bot', conversation_id: payload.conversation_id })
}
`

export const addKey = (page: Page) => call(page, '/api/personal_api_keys', { data: { label: 'Functions' } })

/** Creates a function through the API and opens its page. */
export async function openFunction(page: Page, lambda: { name: string; code?: string; events?: string[] }) {
  const { id } = await call<{ id: string }>(page, '/api/lambdas', { data: { lambda } })
  await page.goto(`/functions/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: lambda.name })).toBeVisible()
  return id
}

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Code of the function' })
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const runs = (page: Page) => page.getByRole('table', { name: 'Runs' }).locator('tbody tr')

export async function deploy(page: Page) {
  await page.getByRole('button', { name: 'Deploy your code' }).click()
  await expect(page.getByText('Function successfully deployed.')).toBeVisible()
}

export async function sendTest(page: Page, text: string) {
  const chat = section(page, 'Test your function')
  await chat.getByLabel('Message', { exact: true }).fill(text)
  await chat.getByRole('button', { name: 'Send message' }).click()
}
