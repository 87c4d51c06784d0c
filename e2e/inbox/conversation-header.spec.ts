import type { Page } from '@playwright/test'
import { joinTeam, registerCompany } from '../people.js'
import { expect, expectAccessible, test, watchForClosedNotice } from '../story.js'
import { meets } from '../visitors.js'
import { history } from './locators.js'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

/** The row of a conversation in the list. */
const row = (page: Page, words: RegExp) =>
  page.locator('section', { has: page.locator('#list-title') }).getByRole('link', { name: words })

test('the header assigns, prioritizes, snoozes, closes and deletes a conversation', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  const { email, account_id } = await registerCompany(ada)
  await joinTeam(ben, ada)
  const names = ['Carla', 'Dora', 'Emil']
  for (const name of names) {
    const { asks, begins } = await meets(ada, account_id, name)
    const id = await begins()
    await asks(id, { body: `It is ${name}` })
    if (name === 'Carla') await asks(await begins(), { body: 'Something else' })
  }
  await row(ada, /It is Carla/).click()
  await expect(title(ada, 'Carla')).toBeVisible()

  await ada.getByRole('combobox', { name: 'Assignee' }).click()
  await expect(ada.getByRole('option')).toHaveCount(3)
  await ada.getByRole('option', { name: email }).click()
  await ada.getByRole('button', { name: 'Mark as priority' }).click()
  await ada.getByRole('button', { name: 'Remove priority' }).press('Control+u')
  await ada.getByRole('button', { name: 'Mark as priority' }).press('Control+p')
  await expect(ada.getByRole('button', { name: 'Remove priority' })).toBeVisible()

  const details = ada.getByRole('complementary', { name: 'Details' })
  await expect.poll(async () => (await details.boundingBox())?.width).toBe(240)
  await expect(details.getByText('carla@example.com')).toBeVisible()
  await expect(
    details.getByRole('link', { name: /Something else.*(just now|seconds? ago|minutes? ago)/ }),
  ).toBeVisible()
  await details.getByRole('button', { name: 'Add tags' }).click()
  await details.getByRole('combobox', { name: 'Add a tag' }).fill('Shipping')
  await ada.getByRole('option', { name: 'Create the tag “Shipping”' }).click()
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByRole('button', { name: 'Edit tags' })).toBeVisible()
  await expectAccessible(ada)
  await ada.reload()
  await expect(details.getByRole('list', { name: 'Tags' })).toHaveText('Shipping')
  await expect(ada.getByRole('combobox', { name: 'Assignee' })).toHaveValue(email)
  await details.getByRole('button', { name: 'Edit tags' }).click()
  await details.getByRole('button', { name: 'Remove tag Shipping' }).click()
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByRole('button', { name: 'Add tags' })).toBeVisible()
  await expect(details.getByRole('list', { name: 'Tags' })).toHaveCount(0)

  const closed = watchForClosedNotice(ada)
  await ada.getByRole('button', { name: 'Close', exact: true }).click()
  await closed
  await expect(history(ada).getByText('Something else')).toBeVisible()
  await expect(row(ada, /It is Carla/)).toHaveCount(0)
  await ada.goto('/conversations/closed')
  await row(ada, /It is Carla/).click()
  await ada.getByRole('button', { name: 'Reopen' }).click()
  await expect(ada.getByText('Conversation re-opened!')).toBeVisible()

  await ada.goto('/conversations/all')
  await row(ada, /It is Dora/).click()
  await ada.getByRole('button', { name: 'Delete conversation' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to delete this conversation?' })
  await expect(question.getByRole('button', { name: 'No' })).toBeVisible()
  await expectAccessible(ada)
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByText('Conversation deleted!')).toBeVisible()
  await expect(row(ada, /It is Dora/)).toHaveCount(0)
  await expect(title(ada, 'Dora')).toHaveCount(0)
  await ada.getByRole('button', { name: 'Undo' }).click()
  await expect(row(ada, /It is Dora/)).toBeVisible()

  await row(ada, /It is Emil/).click()
  await ada.getByRole('button', { name: 'Snooze' }).click()
  await ada.getByRole('menuitem', { name: 'Until tomorrow' }).click()
  await expect(ada.getByText('Conversation snoozed')).toBeVisible()
  await expect(row(ada, /It is Emil/)).toHaveCount(0)
  await ada.goto('/conversations/snoozed')
  await row(ada, /It is Emil/).click()
  await expect(ada.getByText(/^Snoozed until/)).toBeVisible()
  await ada.getByRole('button', { name: 'Snooze' }).click()
  await ada.getByRole('menuitem', { name: 'Wake up now' }).click()
  await expect(ada.getByText(/^Snoozed until/)).toHaveCount(0)
})
