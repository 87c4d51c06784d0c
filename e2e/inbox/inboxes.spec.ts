import type { Page } from '@playwright/test'
import { call, HOME, joinTeam, menu, OUTSIDE, registerCompany, writes } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const rows = (page: Page) => page.getByRole('table', { name: 'Inboxes' }).locator('tbody tr')

test('an admin creates, edits and deletes an inbox', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada)
  await menu(ada).getByRole('button', { name: 'Settings' }).click()
  await ada.getByRole('menuitem', { name: 'Inboxes' }).click()
  await expect(rows(ada)).toHaveText([/Primary InboxPrimary/])

  await ada.getByRole('button', { name: 'New inbox' }).click()
  const dialog = ada.getByRole('dialog', { name: 'New inbox' })
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText("Name can't be blank")
  await dialog.getByLabel('Name').fill('Sales')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(ada).toHaveURL(/\/inboxes\/[0-9a-f-]{36}$/)
  await expect(ada.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  await expect(ada.getByText('No description.')).toBeVisible()
  await expectAccessible(ada)

  await ada.getByRole('button', { name: 'Edit' }).click()
  await ada.getByLabel('Name').fill('')
  await ada.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByLabel('Name')).toHaveAccessibleDescription("Name can't be blank")
  await ada.getByLabel('Name').fill('Sales')
  await ada.getByLabel('Description').fill('Before they buy')
  await ada.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByRole('dialog')).toHaveCount(0)
  await expect(ada.getByText('Before they buy')).toBeVisible()
  await ada.getByRole('button', { name: 'Make primary' }).click()
  await expect(ada.getByText('Primary', { exact: true })).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await ada.getByRole('link', { name: 'Inboxes', exact: true }).click()
  await expect(rows(ada)).toHaveCount(2)
  await expect(rows(ada).filter({ hasText: 'Sales' })).toContainText('Before they buy')
  await expect(rows(ada).filter({ hasText: 'Primary Inbox' })).not.toContainText('InboxPrimary')
  await ada.getByRole('link', { name: 'Configure Primary Inbox' }).click()
  await ada.getByRole('button', { name: 'Delete' }).click()
  const asking = ada.getByRole('dialog', { name: 'Are you sure you want to delete this inbox?' })
  await asking.getByRole('button', { name: 'Yes' }).click()
  await expect(ada).toHaveURL('/inboxes')
  await expect(rows(ada)).toHaveText([/^SalesPrimary/])
})

test('an inbox shows its channels and whether they are connected', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  await ada.goto(`/inboxes/${id}`)
  const channel = ada.getByRole('listitem').filter({ hasText: 'Chat widget' })
  await expect(channel).toContainText('Not connected')
  await expect(ada.getByRole('link', { name: 'Configure Chat widget' })).toHaveAttribute(
    'href',
    `/inboxes/${id}/chat-widget`,
  )

  await writes(carla, account_id, 'Is anybody there?')
  await expect(ada.getByRole('navigation', { name: 'Main' }).getByText('1 open conversation')).toBeAttached()
  await ada.reload()
  await expect(channel.getByText('Connected', { exact: true })).toBeVisible()
  await ada.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Integrations' }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  await expect(channel.getByText('Connected', { exact: true })).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('link', { name: 'Configure Chat widget' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/chat-widget`)
  await ada.goto(`/inboxes/${id}`)
  await ada.getByRole('link', { name: 'View conversations' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/conversations`)
  await expect(ada.getByRole('link', { name: /Is anybody there/ })).toBeVisible()
})

test('fits long names on a phone, shows missing fields, and refuses members', async ({ somebody }) => {
  const [ada, ben] = [await somebody({ width: 360, height: 740, dark: true }), await somebody()]
  await registerCompany(ada, OUTSIDE)
  const inbox = { name: 'Sales'.repeat(40), description: 'Before they buy. '.repeat(30) }
  const { id } = await call<{ id: string }>(ada, '/api/inboxes', { data: { inbox } })
  for (const path of ['/inboxes', `/inboxes/${id}`]) {
    await ada.goto(path)
    await expect(ada.getByText(inbox.name).first()).toBeVisible()
    await expectAccessible(ada)
    await expectToFit(ada)
  }
  await ada.goto(`/inboxes/${id}/chat-widget`)
  await expect(ada.getByRole('heading', { name: 'Preview' })).toBeVisible()
  const back = ada.getByRole('link', { name: inbox.name })
  expect(await back.evaluate((link) => link.getBoundingClientRect().right)).toBeLessThanOrEqual(360)
  await ada.goto('/inboxes/00000000-0000-4000-8000-000000000000')
  await expect(ada.getByRole('alert')).toContainText('Error retrieving inbox')
  await expect(ada.getByRole('alert')).toContainText('Inbox not found')

  await joinTeam(ben, ada, `/inboxes/${id}`)
  await expect(ben).toHaveURL(HOME)
})
