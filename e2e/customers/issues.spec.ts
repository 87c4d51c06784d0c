import type { Page } from '@playwright/test'
import { mailedLink } from '../mail.js'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const section = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr')
const make = (page: Page, issue: object) => call<{ id: string }>(page, '/api/issues', { data: { issue } })
const meet = (page: Page, name: string) =>
  call<{ id: string }>(page, '/api/customers', { data: { customer: { name, email: `${name}@example.com` } } })

test('creates, links, moves and deletes an issue, and a teammate sees it live', async ({ papercups, somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ width: 360, height: 740 })]
  await registerCompany(ada, '/issues')
  await expect(ada.getByRole('heading', { level: 1, name: 'Issues (beta)' })).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'No issues yet' })).toBeVisible()
  await joinTeam(ben, ada, '/issues')
  await expect(ben.getByRole('heading', { name: 'No issues yet' })).toBeVisible()
  await meet(ada, 'Carla')

  await ada.getByRole('button', { name: 'New issue' }).click()
  const creating = ada.getByRole('dialog', { name: 'New issue' })
  await expectAccessible(ada)
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(creating.getByRole('alert')).toHaveText("Title can't be blank")
  await creating.getByLabel('Title').fill('Dark mode')
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(ada).toHaveURL(/\/issues\/[0-9a-f-]{36}$/)
  await expect(ada.getByRole('heading', { level: 1, name: 'Dark mode' })).toBeVisible()
  await expect(ada.getByText('No description')).toBeVisible()
  await expect(section(ben, 'Unfinished')).toHaveText([/^Dark modeUnstarted/])
  await expectAccessible(ben)
  await expectToFit(ben)

  await ada.getByRole('button', { name: 'Edit' }).click()
  const editing = ada.getByRole('dialog', { name: 'Edit issue' })
  await editing.getByLabel('Title').fill('')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByLabel('Title')).toHaveAccessibleDescription("Title can't be blank")
  await editing.getByLabel('Title').fill('Dark mode')
  await editing.getByLabel('Description').fill('At **night**')
  await editing.getByLabel('GitHub URL').fill('foo')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByRole('alert')).toContainText('Enter the URL of an issue')
  await editing.getByLabel('GitHub URL').fill('https://github.com/acme/shop/issues/7')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toHaveCount(0)
  await expect(ada.locator('strong', { hasText: 'night' })).toBeVisible()
  await expect(ada.getByRole('link', { name: 'acme/shop/issues/7' })).toHaveAttribute(
    'href',
    'https://github.com/acme/shop/issues/7',
  )

  await ada.getByRole('button', { name: 'Link new customer to issue' }).click()
  const linking = ada.getByRole('dialog', { name: 'Link new customer to issue' })
  await linking.getByRole('button', { name: 'Link' }).click()
  await expect(linking).toHaveCount(0)
  await expect(ada.getByText('No customers are linked to this issue yet.')).toBeVisible()
  await ada.getByRole('button', { name: 'Link new customer to issue' }).click()
  await linking.getByRole('combobox', { name: 'Customer' }).fill('carla')
  await ada.getByRole('option', { name: /Carla/ }).click()
  await linking.getByRole('button', { name: 'Link' }).click()
  await expect(section(ada, 'People')).toHaveText([/^Carla/])
  await expectAccessible(ada)

  await ada.getByRole('button', { name: 'Email customers' }).click()
  const writing = ada.getByRole('dialog', { name: 'Email customers' })
  await expect(writing.getByText('One customer gets an email of their own.')).toBeVisible()
  await expect(writing.getByLabel('Subject')).toHaveValue('Dark mode')
  await expectAccessible(ada)
  await writing.getByRole('button', { name: 'Send' }).click()
  await expect(writing.getByLabel('Message')).toHaveAccessibleDescription('Please write a message first.')
  await writing.getByLabel('Message').fill('It is on its way.')
  await writing.getByRole('button', { name: 'Send' }).click()
  await expect(writing).toHaveCount(0)
  await expect(section(ada, 'People')).toHaveText([/^Carla.*(just now|second|minute)/])
  const carla = await somebody({ width: 360, height: 740 })
  await carla.goto(await mailedLink(papercups, 'Carla@example.com', 'unsubscribe'))
  await expectAccessible(carla)
  await expectToFit(carla)
  await carla.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(carla.getByRole('status')).toContainText('You get no more automatic emails')
  await expectAccessible(carla)
  await ada.reload()
  await expect(section(ada, 'People')).toHaveText([/^Carla.*Unsubscribed/])
  await expect(ada.getByRole('button', { name: 'Email customers' })).toBeDisabled()

  const move = async (to: string) => {
    await ben.getByRole('button', { name: 'Actions for Dark mode' }).click()
    await ben.getByRole('menuitem', { name: `Move to ${to}` }).click()
  }
  await ben.getByRole('button', { name: 'Actions for Dark mode' }).click()
  await expect(ben.getByRole('menuitem')).toHaveText([
    'View details',
    'View on GitHub',
    'Move to done',
    'Move to closed',
  ])
  await ben.getByRole('menuitem', { name: 'Move to done' }).click()
  await expect(section(ben, 'Recently done')).toHaveText([/^Dark modeDone/])
  await expect(ada.locator('dd', { hasText: 'Done' })).toBeVisible()
  await move('closed')
  await expect(section(ben, 'Closed')).toHaveText([/^Dark modeClosed/])
  await move('unstarted')
  await expect(section(ben, 'Unfinished')).toHaveText([/^Dark modeUnstarted/])
  await expect(ada.locator('dd', { hasText: 'Unstarted' })).toBeVisible()

  await ada.getByRole('button', { name: 'Unlink Carla' }).click()
  await expect(ada.getByText('No customers are linked to this issue yet.')).toBeVisible()
  await ada.getByRole('button', { name: 'Delete' }).click()
  await ada
    .getByRole('dialog', { name: 'Are you sure you want to delete this issue?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(ada).toHaveURL('/issues')
  await expect(ben.getByRole('heading', { name: 'No issues yet' })).toBeVisible()
  await ada.goto('/issues/5f0c1c2e-8a3f-4c1d-9d7b-0a1b2c3d4e5f')
  await expect(ada.getByRole('alert')).toContainText('Error retrieving issue')
})

test('links issues on a customer’s page, and shows a teammate’s links', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  const carla = await meet(ada, 'Carla')
  await make(ada, { title: 'Dark mode', body: 'for the night' })
  const faster = await make(ada, { title: 'Faster search' })
  for (const page of [ada, ben]) {
    await page.goto(`/customers/${carla.id}?tab=issues`)
    await expect(page.getByText('No issues linked yet.')).toBeVisible()
  }
  const linked = (page: Page) => page.getByRole('list', { name: 'Issues' }).getByRole('listitem')

  await ada.getByRole('button', { name: 'Link issue' }).click()
  const linking = ada.getByRole('dialog', { name: 'Link issue' })
  await expect(linking.getByRole('button', { name: 'Link' })).toBeDisabled()
  await linking.getByRole('combobox', { name: 'Issue' }).fill('NIGHT mode')
  await expect(ada.getByRole('option')).toHaveText(['Dark mode'])
  await expectAccessible(ada)
  await ada.getByRole('option', { name: 'Dark mode' }).click()
  await linking.getByRole('button', { name: 'Link' }).click()
  await expect(linking).toHaveCount(0)
  await expect(linked(ada)).toHaveText([/^Dark mode/])
  await expect(linked(ben)).toHaveText([/^Dark mode/])

  await ben.getByRole('button', { name: 'New issue' }).click()
  const creating = ben.getByRole('dialog', { name: 'New issue' })
  await creating.getByLabel('Title').fill('Export as PDF')
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(linked(ben)).toHaveText([/^Export as PDF/, /^Dark mode/])
  await expect(linked(ada)).toHaveText([/^Export as PDF/, /^Dark mode/])
  await ada.getByRole('button', { name: 'Unlink Dark mode' }).click()
  await expect(linked(ben)).toHaveText([/^Export as PDF/])
  await expectAccessible(ben)

  await ben.goto('/issues')
  await expect(section(ben, 'Unfinished')).toHaveCount(3)
  await ben.getByRole('searchbox', { name: 'Search issues' }).fill('search FAST')
  await expect(section(ben, 'Unfinished')).toHaveText([/^Faster search/])
  await ben.getByRole('searchbox', { name: 'Search issues' }).fill(`${faster.id.slice(0, 8)} dark`)
  await expect(ben.getByRole('heading', { name: 'No matches' })).toBeVisible()
})
