import type { Page } from '@playwright/test'
import { call, goes, HOME, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, test } from '../story.js'
import { asks } from '../visitors.js'
import { list, row, rows } from './locators.js'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected conversations' })
const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

const names = ['Carla', 'Dora', 'Eve', 'Fritz', 'Gina']

async function withFive(ada: Page) {
  await registerCompany(ada, OUTSIDE)
  // Newest first: the last writer is on top of the list.
  for (const name of names.toReversed()) await asks(ada, name, `This is ${name}`)
  await ada.goto(HOME)
  await expect(rows(ada)).toHaveCount(5)
}

test('changes many conversations at once, for everybody, with undo', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await withFive(ada)
  await joinTeam(ben, ada)
  await call(ada, '/api/tags', { data: { tag: { name: 'Refund' } } })
  await expect(rows(ben)).toHaveCount(5)

  await ada.getByLabel('Select Dora').check()
  await ada.getByLabel('Select Fritz').click({ modifiers: ['Shift'] })
  await expect(bar(ada)).toContainText('3 selected')
  const drawn = await bar(ada).screenshot()
  await list(ada)
    .locator('header')
    .evaluate((header) => (header.style.visibility = 'hidden'))
  expect(drawn.equals(await bar(ada).screenshot()), 'nothing of the covered header is visible').toBe(true)
  await expectAccessible(ada)
  await bar(ada).getByRole('button', { name: 'Close' }).click()
  for (const page of [ada, ben]) await expect(rows(page)).toHaveCount(2)
  await expect(bar(ada)).toHaveCount(0)
  await notice(ada, '3 conversations closed').getByRole('button', { name: 'Undo' }).click()
  for (const page of [ada, ben]) await expect(rows(page)).toHaveCount(5)

  await ada.getByLabel('Select Carla').check()
  await bar(ada).getByRole('checkbox').check()
  await expect(bar(ada)).toContainText('5 selected')
  await bar(ada).getByRole('button', { name: 'Mark as priority' }).click()
  await expect(row(ben, 'Priority')).toHaveCount(5)
  await goes(ben, '/conversations/priority')
  await expect(rows(ben)).toHaveCount(5)
  await notice(ada, '5 conversations marked as priority').getByRole('button', { name: 'Undo' }).click()
  await expect(rows(ben)).toHaveCount(0)

  await goes(ben, '/conversations/me')
  await ada.getByLabel('Select Carla').check()
  await ada.getByLabel('Select Dora').check()
  await bar(ada).getByRole('button', { name: 'Assign' }).click()
  await expect(ada.getByRole('menuitem', { name: 'No assignee' })).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('menuitem', { name: /^ben/ }).click()
  await expect(rows(ben)).toHaveCount(2)

  await ada.getByLabel('Select Carla').check()
  await bar(ada).getByRole('button', { name: 'Add a tag' }).click()
  await ada.getByRole('menuitem', { name: 'Refund' }).click()
  await expect(notice(ada, '1 conversation tagged')).toBeVisible()

  await ada.getByLabel('Select Carla').check()
  await bar(ada).getByRole('button', { name: 'Snooze' }).click()
  await ada.getByRole('menuitem', { name: 'Until tomorrow' }).click()
  await expect(rows(ada)).toHaveCount(4)
  await expect(rows(ben)).toHaveCount(1)
  await goes(ben, '/conversations/snoozed')
  await expect(row(ben, 'Carla')).toBeVisible()
  await notice(ada, '1 conversation snoozed').getByRole('button', { name: 'Undo' }).click()
  await expect(rows(ada)).toHaveCount(5)
  await expect(rows(ben)).toHaveCount(0)
})

test('deletes many after a confirmation, and restores them', async ({ somebody }) => {
  const ada = await somebody()
  await withFive(ada)
  await row(ada, 'Eve').getByRole('link').click()
  await expect(ada.getByLabel('Messages', { exact: true }).getByText('This is Eve')).toBeVisible()
  await ada.getByLabel('Select Eve').check()
  await ada.getByLabel('Select Gina').check()
  await bar(ada).getByRole('button', { name: 'Delete' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to delete these 2 conversations?' })
  await expectAccessible(ada)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(rows(ada)).toHaveCount(5)
  await bar(ada).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(rows(ada)).toHaveCount(3)
  await expect(ada).toHaveURL('/conversations/all')
  await notice(ada, '2 conversations deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(rows(ada)).toHaveCount(5)

  await ada.getByLabel('Select Eve').check()
  await ada.getByLabel('Select Gina').check()
  await bar(ada).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(rows(ada)).toHaveCount(3)
  await ada.getByRole('link', { name: 'Deleted' }).click()
  await expect(rows(ada)).toHaveCount(2)
  // Deletions and restores by a teammate appear at once.
  const [carla] = await call<Array<{ id: string }>>(ada, '/api/conversations')
  await call(ada, `/api/conversations/${carla?.id}/archive`, { method: 'POST' })
  await expect(row(ada, 'Carla')).toBeVisible()
  await call(ada, `/api/conversations/${carla?.id}/restore`, { method: 'POST' })
  await expect(row(ada, 'Carla')).toHaveCount(0)
  await ada.getByPlaceholder('Search messages...').fill('Gina')
  await expect(rows(ada)).toHaveCount(1)
  await ada.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows(ada)).toHaveCount(2)
  await row(ada, 'Eve').getByRole('link').click()
  await expect(ada.getByRole('status').getByText('This conversation was deleted')).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Delete conversation' })).toHaveCount(0)
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Restore' }).click()
  await expect(rows(ada)).toHaveCount(1)
  await ada.getByLabel('Select Gina').check()
  await bar(ada).getByRole('button', { name: 'Restore' }).click()
  await expect(rows(ada)).toHaveCount(0)
  await expect(notice(ada, '1 conversation restored')).toBeVisible()
  await goes(ada, '/conversations/all')
  await expect(rows(ada)).toHaveCount(5)
})

test('reverts a refused change and shows an error', async ({ somebody }) => {
  const ada = await somebody()
  await withFive(ada)
  let answer = () => undefined as void
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await ada.route('**/api/conversations/bulk', async (route) => {
    await asked
    await route.fulfill({ status: 422, json: { error: { status: 422, message: 'Not today' } } })
  })
  await ada.getByLabel('Select Carla').check()
  await bar(ada).getByRole('button', { name: 'Close' }).click()
  await expect(rows(ada)).toHaveCount(4)
  answer()
  await expect(notice(ada, 'The conversations were not changed')).toContainText('Not today')
  await expect(rows(ada)).toHaveCount(5)
})
