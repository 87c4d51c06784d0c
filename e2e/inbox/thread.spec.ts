import type { Page } from '@playwright/test'
import { chat, opensChat, registerCompany, says } from '../people.js'
import { expect, expectAccessible, test } from '../story.js'

const bubbles = (page: Page) => chat(page).getByRole('log', { name: 'Messages' })

async function replies(page: Page, body: string) {
  await page.getByRole('textbox', { name: 'Reply' }).fill(body)
  await page.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
}

test('a message goes from a visitor’s page to an agent’s inbox and back', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)

  await opensChat(carla, account_id)
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
  const { account_id } = await registerCompany(ada)
  await opensChat(carla, account_id)
  await says(carla, 'Hello?')
  await ada.getByRole('link', { name: /Hello/ }).click()

  await ada.getByText('Note', { exact: true }).click()
  await ada.getByRole('textbox', { name: 'Private note' }).fill('She is a reporter')
  await ada.getByRole('form', { name: 'Write a message' }).getByRole('button', { name: 'Add note' }).click()
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

test('no message is lost or duplicated when the server is killed', async ({ papercups, somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)
  await opensChat(carla, account_id)
  await says(carla, 'Before the cut')
  await ada.getByRole('link', { name: /Before the cut/ }).click()
  await expect(ada.getByLabel('Messages', { exact: true }).getByText('Before the cut')).toHaveCount(1)
  await expect(ada.getByRole('complementary', { name: 'Details' })).toBeVisible()

  await papercups.kill()
  await says(carla, 'Into the dark')
  await replies(ada, 'Are you there?')
  const history = ada.getByLabel('Messages', { exact: true })
  await expect(history.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(ada.getByRole('link', { name: /Not sent Are you there/ })).toBeVisible()
  await papercups.start()

  await expect(history.getByText('Into the dark')).toHaveCount(1, { timeout: 30_000 })
  await expect(bubbles(carla).getByText('Are you there?')).toHaveCount(1, { timeout: 30_000 })
  await expect(ada.getByText('Not sent')).toHaveCount(0)

  await Promise.all([ada.reload(), carla.reload()])
  await carla.getByRole('button', { name: 'Open chat widget' }).click()
  for (const body of ['Before the cut', 'Into the dark', 'Are you there?']) {
    await expect(history.getByText(body)).toHaveCount(1)
    await expect(bubbles(carla).getByText(body)).toHaveCount(1)
  }
})
