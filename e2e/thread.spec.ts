import type { Page } from '@playwright/test'
import { Papercups } from './server.js'
import { accountOf, expect, expectAccessible, registerCompany, test } from './story.js'

const chat = (page: Page) => page.frameLocator('iframe.Papercups-chatWindowContainer')
const bubbles = (page: Page) => chat(page).getByRole('log', { name: 'Messages' })

async function opensDemo(page: Page, account_id: string) {
  await page.goto(`/demo?token=${account_id}`)
  await page.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(chat(page).getByLabel('Message', { exact: true })).toBeVisible()
}

async function says(page: Page, body: string) {
  await chat(page).getByLabel('Message', { exact: true }).fill(body)
  await chat(page).getByLabel('Message', { exact: true }).press('Enter')
}

async function replies(page: Page, body: string) {
  await page.getByRole('textbox', { name: 'Reply' }).fill(body)
  await page.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
}

test('a message travels from a visitor’s page to an agent’s inbox and back', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  await registerCompany(ada)
  const account_id = await accountOf(ada)

  await opensDemo(carla, account_id)
  await says(carla, 'Where is my parcel?')
  await expect(bubbles(carla).getByText('Where is my parcel?')).toHaveCount(1)

  await ada.getByRole('link', { name: /Where is my parcel/ }).click()
  const history = ada.getByLabel('Messages', { exact: true })
  await expect(history.getByText('Where is my parcel?')).toHaveCount(1)
  await replies(ada, 'On its way!')
  await expect(history.getByText('On its way!')).toHaveCount(1)
  await expect(bubbles(carla).getByText('On its way!')).toHaveCount(1)

  await Promise.all([ada.reload(), carla.reload()])
  await expect(history.getByText('Where is my parcel?')).toHaveCount(1)
  await expect(history.getByText('On its way!')).toHaveCount(1)
  await carla.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(bubbles(carla).getByText('Where is my parcel?')).toHaveCount(1)
  await expect(bubbles(carla).getByText('On its way!')).toHaveCount(1)

  await expectAccessible(ada)
  await expectAccessible(carla)
})

test('a private note never reaches the visitor', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await opensDemo(carla, await accountOf(ada))
  await says(carla, 'Hello?')
  await ada.getByRole('link', { name: /Hello/ }).click()

  await ada.getByText('Note', { exact: true }).click()
  await ada.getByRole('textbox', { name: 'Private note' }).fill('She is a reporter')
  await ada.getByRole('button', { name: 'Add note' }).click()
  await expect(ada.getByLabel('Messages', { exact: true }).getByText('She is a reporter')).toHaveCount(1)
  await ada.getByText('Reply', { exact: true }).click()
  await replies(ada, 'Good morning!')

  await expect(bubbles(carla).getByText('Good morning!')).toHaveCount(1)
  await expect(bubbles(carla).getByText('She is a reporter')).toHaveCount(0)
  await carla.reload()
  await carla.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(bubbles(carla).getByText('Good morning!')).toHaveCount(1)
  await expect(bubbles(carla).getByText('She is a reporter')).toHaveCount(0)
})

test('the server is killed in mid conversation, and nothing is lost or doubled', async ({ browser }) => {
  const papercups = await Papercups.start()
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: papercups.url })))
  const [ada, carla] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!ada || !carla) throw new Error('two browsers are needed')
  try {
    await registerCompany(ada)
    await opensDemo(carla, await accountOf(ada))
    await says(carla, 'Before the cut')
    await ada.getByRole('link', { name: /Before the cut/ }).click()
    await expect(ada.getByLabel('Messages', { exact: true }).getByText('Before the cut')).toHaveCount(1)

    await papercups.kill()
    await says(carla, 'Into the dark')
    await replies(ada, 'Are you there?')
    await papercups.start()

    const history = ada.getByLabel('Messages', { exact: true })
    await expect(history.getByText('Into the dark')).toHaveCount(1, { timeout: 30_000 })
    const retry = history.getByRole('button', { name: 'Retry' })
    if (await retry.isVisible()) await retry.click()
    await expect(bubbles(carla).getByText('Are you there?')).toHaveCount(1, { timeout: 30_000 })

    await Promise.all([ada.reload(), carla.reload()])
    await carla.getByRole('button', { name: 'Open chat widget' }).click()
    for (const body of ['Before the cut', 'Into the dark', 'Are you there?']) {
      await expect(history.getByText(body)).toHaveCount(1)
      await expect(bubbles(carla).getByText(body)).toHaveCount(1)
    }
  } finally {
    await Promise.all(contexts.map((context) => context.close()))
    await papercups.stop()
  }
})
