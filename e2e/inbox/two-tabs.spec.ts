import type { Conversation } from '@papercups/contract'
import type { Page } from '@playwright/test'
import { call, chat, opensChat, OUTSIDE, registerCompany } from '../people.js'
import { expect, test } from '../story.js'
import { asks } from '../visitors.js'

const bubbles = (page: Page) => chat(page).getByRole('log', { name: 'Messages' })
const history = (page: Page) => page.getByLabel('Messages', { exact: true })

/** Removes Web Locks, as on an http page. */
const withoutLocks = () => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })

/** The stored messages by conversation. */
async function storedBodies(ada: Page) {
  const conversations = await call<Conversation[]>(ada, '/api/conversations')
  return conversations.map(({ messages }) => messages.map(({ body }) => body).sort())
}

async function secondTab(page: Page) {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  return tab
}

async function replies(page: Page, body: string) {
  await page.getByRole('textbox', { name: 'Reply' }).fill(body)
  await page.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
}

for (const locks of [true, false])
  test(`a visitor writes first messages in two tabs at once, ${locks ? 'with' : 'without'} Web Locks`, async ({
    somebody,
  }) => {
    const [ada, first] = [await somebody(), await somebody()]
    const { account_id } = await registerCompany(ada)
    if (!locks) await first.context().addInitScript(withoutLocks)
    const second = await first.context().newPage()
    const tabs = [first, second]
    await Promise.all(tabs.map((tab) => opensChat(tab, account_id)))
    const fields = tabs.map((tab) => chat(tab).getByLabel('Message', { exact: true }))
    await Promise.all(fields.map((field, index) => field.fill(`From tab ${index}`)))
    await Promise.all(fields.map((field) => field.press('Enter')))

    for (const tab of tabs)
      for (const index of [0, 1]) await expect(bubbles(tab).getByText(`From tab ${index}`)).toHaveCount(1)
    await expect.poll(() => storedBodies(ada)).toEqual([['From tab 0', 'From tab 1']])
  })

for (const locks of [true, false])
  test(`messages that a visitor writes in two tabs while the server is down arrive, ${locks ? 'with' : 'without'} Web Locks`, async ({
    papercups,
    somebody,
  }) => {
    const [ada, first] = [await somebody(), await somebody()]
    const { account_id } = await registerCompany(ada)
    if (!locks) await first.context().addInitScript(withoutLocks)
    const second = await first.context().newPage()
    const tabs = [first, second]
    await Promise.all(tabs.map((tab) => opensChat(tab, account_id)))
    await papercups.kill()
    const fields = tabs.map((tab) => chat(tab).getByLabel('Message', { exact: true }))
    await Promise.all(fields.map((field, index) => field.fill(`From tab ${index}`)))
    await Promise.all(fields.map((field) => field.press('Enter')))
    await expect(bubbles(first).getByText('Sending…')).toHaveCount(2)
    await second.close()
    await papercups.start()

    for (const index of [0, 1]) await expect(bubbles(first).getByText(`From tab ${index}`)).toHaveCount(1)
    await expect(bubbles(first).getByText('Sending…')).toHaveCount(0)
    expect(await storedBodies(ada)).toEqual([['From tab 0', 'From tab 1']])
  })

test('both replies of an agent in two tabs arrive after the server was down', async ({ papercups, somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const id = await asks(ada, 'Carla', 'Where is my parcel?')
  await ada.goto(`/conversations/all/${id}`)
  await expect(history(ada).getByText('Where is my parcel?')).toBeVisible()
  const other = await secondTab(ada)
  await expect(history(other).getByText('Where is my parcel?')).toBeVisible()

  await papercups.kill()
  await replies(ada, 'From tab A')
  await expect(history(ada).getByRole('button', { name: 'Retry' })).toBeVisible()
  await replies(other, 'From tab B')
  await expect(history(other).getByRole('button', { name: 'Retry' })).toHaveCount(2)
  await expect(other.getByRole('link', { name: /Not sent From tab B/ })).toBeVisible()
  await ada.close()
  await papercups.start()

  await expect(history(other).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(other.getByText('Not sent')).toHaveCount(0)
  await expect(other.getByRole('link', { name: /You: From tab/ })).toBeVisible()
  await other.reload()
  for (const body of ['From tab A', 'From tab B']) await expect(history(other).getByText(body)).toHaveCount(1)
})

test('sending in one tab keeps the unsent reply of another tab', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const id = await asks(ada, 'Carla', 'Where is my parcel?')
  await ada.goto(`/conversations/all/${id}`)
  const other = await secondTab(ada)
  await ada.route('**/api/messages', (route) =>
    route.fulfill({ status: 422, json: { error: { status: 422, message: 'Not today', errors: {} } } }),
  )
  await replies(ada, 'From tab A')
  await expect(history(ada).getByText('Failed to send: Not today')).toBeVisible()
  await replies(other, 'From tab B')
  await expect(history(ada).getByText('From tab B')).toHaveCount(1)
  await ada.unrouteAll()
  await ada.reload()
  await expect(history(ada).getByText('Failed to send: Not today')).toBeVisible()
  await history(ada).getByRole('button', { name: 'Retry' }).click()
  await expect(history(other).getByText('From tab A')).toHaveCount(1)
  await expect(history(ada).getByRole('button', { name: 'Retry' })).toHaveCount(0)
})
