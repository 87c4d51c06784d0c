import type { Page } from '@playwright/test'
import { call, HOME, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'
import { asks } from '../visitors.js'

const PAGE = '/settings/saved-replies'
const rows = (page: Page) => page.getByRole('table', { name: 'Saved replies' }).locator('tbody tr')
const save = (page: Page, name: string, content: string) =>
  call<{ id: string }>(page, '/api/canned_responses', { data: { canned_response: { name, content } } })

test('creates, edits and deletes saved replies', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, PAGE)
  await expect(ada.getByRole('heading', { level: 1, name: 'Saved replies' })).toBeVisible()
  await ada.getByRole('button', { name: 'Create your first saved reply' }).click()

  const dialog = ada.getByRole('dialog', { name: 'Create new saved reply' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(["Name can't be blank", "Content can't be blank"])
  await dialog.getByLabel('Name').fill('/hel/lo')
  await dialog.getByLabel('Content').fill('Hello!\nHow can we help?')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(ada)).toContainText(['/hello'])
  await expect(rows(ada)).toContainText(['How can we help?'])

  await joinTeam(ben, ada, PAGE)
  await ben.getByRole('button', { name: 'New', exact: true }).click()
  const bens = ben.getByRole('dialog', { name: 'Create new saved reply' })
  await bens.getByLabel('Name').fill('hello')
  await bens.getByLabel('Content').fill('Goodbye!')
  await bens.getByLabel('Content').press('Tab')
  await bens.getByRole('button', { name: 'Create' }).click()
  await expect(bens.getByRole('alert')).toHaveText('Name has already been taken')
  await expect(bens.getByLabel('Content')).toHaveValue('Goodbye!')
  await bens.getByLabel('Name').fill('bye')
  await bens.getByRole('button', { name: 'Create' }).click()
  await expect(rows(ben)).toHaveText([/^\/bye/, /^\/hello/])

  await ben.getByRole('button', { name: 'Edit /hello' }).click()
  const editing = ben.getByRole('dialog', { name: 'Edit saved reply' })
  await editing.getByLabel('Content').fill('')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByLabel('Content')).toHaveAccessibleDescription("Content can't be blank")
  await editing.getByLabel('Content').fill('Good morning!')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(rows(ben)).toHaveText([/\/helloGood morning!/, /^\/bye/])

  await ben.getByRole('button', { name: 'Delete /hello' }).click()
  const asking = ben.getByRole('dialog', { name: 'Are you sure you want to delete this saved reply?' })
  await expect(asking).toContainText('/hello')
  await asking.getByRole('button', { name: 'No' }).click()
  await expect(asking).toHaveCount(0)
  await expect(rows(ben)).toHaveCount(2)
  await ben.getByRole('button', { name: 'Delete /hello' }).click()
  await asking.getByRole('button', { name: 'Yes' }).click()
  await expect(rows(ben)).toHaveText([/^\/bye/])
  // Nobody has reloaded Ada's page.
  await expect(rows(ada)).toHaveText([/^\/bye/])
})

test('shows the saved replies of colleagues at once, in an open list, too', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  await save(ada, 'hello', 'Good morning')
  await ada.goto(`${HOME}/${await asks(ada, 'Carla', 'Where is my money?')}`)
  const reply = ada.getByRole('textbox', { name: 'Reply' })
  await reply.pressSequentially('/')
  const options = ada.getByRole('listbox', { name: 'Saved replies' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText('Good morning')

  const { id } = await save(ben, 'refund', 'Your money is on its way')
  await expect(options).toContainText(['refund', 'hello', 'Manage saved replies'])
  const canned_response = { content: 'It is paid' }
  await call(ben, `/api/canned_responses/${id}`, { method: 'PUT', data: { canned_response } })
  await expect(options.first()).toContainText('It is paid')
  await reply.press('Enter')
  await expect(reply).toHaveValue('It is paid')
})

test('finds replies by any words, fits a phone, and offers a retry after a failure', async ({ somebody }) => {
  const ada = await somebody({ width: 360, height: 740 })
  await registerCompany(ada, OUTSIDE)
  await save(ada, 'refund', 'Your money is on its way')
  await save(ada, `shipping-${'x'.repeat(240)}`, 'Good news, '.repeat(300))

  await failUntilClick(ada, '**/api/canned_responses', (route) => route.abort())
  await ada.goto(PAGE)
  await expect(ada.getByRole('alert')).toContainText('Error retrieving saved replies')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(ada)).toHaveCount(2)
  await expectAccessible(ada)
  await expectToFit(ada)

  const search = ada.getByRole('searchbox', { name: 'Search saved replies' })
  await search.fill('WAY refund')
  await expect(rows(ada)).toHaveText([/^\/refund/])
  await search.fill('refund news')
  await expect(ada.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await search.clear()
  await expect(rows(ada)).toHaveCount(2)
})
