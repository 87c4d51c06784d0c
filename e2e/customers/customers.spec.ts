import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call, chat, HOME, joinTeam, knows, menu, OUTSIDE, registerCompany, says, writes } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const ALREADY_OPEN = 'This customer already has an open conversation'

const rows = (page: Page) => page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
const profile = (page: Page) => page.getByRole('region', { name: 'Profile' })
const add = (page: Page, customer: object) => call<{ id: string }>(page, '/api/customers', { data: { customer } })
/** Updates the customer from their own browser. Only this sets "last seen". */
const visits = async (page: Page, id: string, metadata: object) =>
  expect((await page.request.put(`/api/customers/${id}/metadata`, { data: { metadata } })).ok()).toBe(true)

test('lists, searches and filters customers', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await menu(ada).getByRole('button', { name: 'Customers' }).click()
  await ada.getByRole('menuitem', { name: 'People' }).click()
  await expect(ada).toHaveURL('/customers')
  await ada.getByRole('button', { name: 'Add your first customer' }).click()

  const dialog = ada.getByRole('dialog', { name: 'Create new customer' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Enter a name, an email or a phone number')).toBeVisible()
  await dialog.getByLabel('Name').fill('Zoë Álvarez')
  await expect(dialog.getByText('Enter a name, an email or a phone number')).toHaveCount(0)
  await dialog.getByLabel('Email').fill('zoe@example.com')
  await dialog.getByLabel('Phone').fill('+351912345678')
  await ada.route('**/api/customers', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          json: { error: { status: 422, message: 'x', errors: { email: ['is invalid'] } } },
        })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Email is invalid')
  await ada.unroute('**/api/customers')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(ada)).toHaveText([/zoe@example\.comZoë Álvarez/])
  const created = ada.getByRole('alert').filter({ hasText: 'Customer created.' })
  await expect(created.getByRole('link', { name: 'View profile' })).toHaveAttribute(
    'href',
    /^\/customers\/[0-9a-f-]{36}$/,
  )
  await expectAccessible(ada)

  // Changes by a teammate appear without a reload.
  await joinTeam(ben, ada, OUTSIDE)
  for (let n = 1; n <= 11; n += 1) {
    const { id } = await add(ben, { name: `Guest ${n}`, ...(n > 9 && { email: `g${n}@example.com` }) })
    await visits(ben, id, { phone: `+35191000000${n}` })
  }
  await expect(rows(ada)).toHaveCount(10)
  await expect(ada.getByRole('navigation', { name: 'Pages' })).toContainText('12 customers')
  await expect(rows(ada).first()).toContainText('Guest 11')
  await ada.getByRole('button', { name: 'Next' }).click()
  await expect(ada).toHaveURL('/customers?page=2')
  await expect(rows(ada)).toHaveText([/Guest 1/, /Zoë/])
  await expect(ada.getByRole('button', { name: 'Next' })).toBeDisabled()

  await ada.getByRole('searchbox', { name: 'Search customers' }).fill('zoe')
  await expect(ada).toHaveURL('/customers?q=zoe')
  await expect(rows(ada)).toHaveText([/Zoë/])
  await ada.getByRole('searchbox', { name: 'Search customers' }).fill('nobody at all')
  await expect(ada.getByText('No customers found')).toBeVisible()
  await ada.getByRole('searchbox', { name: 'Search customers' }).fill('')
  await expect(rows(ada)).toHaveCount(10)
  await ada.getByRole('checkbox', { name: 'Include anonymous' }).click()
  await expect(rows(ada)).toHaveText([/Guest 11/, /Guest 10/, /Zoë/])
  await expect(ada).toHaveURL('/customers?anonymous=false')

  const { id: tag_id } = await call<{ id: string }>(ben, '/api/tags', { data: { tag: { name: 'VIP' } } })
  const { data: found } = await ben.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('papercups.session') ?? '{}')
    return (await fetch('/api/customers?q=zoe', { headers: { authorization: token } })).json()
  })
  await call(ben, `/api/customers/${found[0].id}/tags`, { data: { tag_id } })
  await ada.getByRole('combobox', { name: 'Filter by tag' }).click()
  await ada.getByRole('option', { name: 'VIP' }).click()
  await expect(rows(ada)).toHaveText([/Zoë/])
  await expectAccessible(ada)

  await ada.goto('/customers')
  await failUntilClick(ada, '**/api/customers?*')
  await ada.reload()
  await expect(ada.getByRole('alert')).toContainText('Error retrieving customers')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(ada)).toHaveCount(10)
})

test('starts a conversation from the list', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await add(ada, { name: 'Dora', email: 'dora@example.com' })
  await knows(ada, account_id, { name: 'Emil', email: 'emil@example.com' })
  await ada.goto('/customers')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await ada.route('**/api/conversations/count?customer_id=*', async (route) => {
    await asked
    await route.continue()
  })

  await ada.getByRole('button', { name: 'Actions for Emil' }).click()
  const start = ada.getByRole('menuitem', { name: 'Start new conversation' })
  await expect(ada.getByRole('menuitem')).toHaveText([
    'View profile',
    'View latest conversation',
    'Start new conversation',
  ])
  await expect(start).toBeDisabled()
  await expect(start).not.toHaveAttribute('title')
  answer()
  await expect(start).toHaveAttribute('title', ALREADY_OPEN)
  await expect(start).toBeDisabled()
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  await expect(start).toHaveCount(0)

  await ada.getByRole('button', { name: 'Actions for Dora' }).click()
  await expect(ada.getByRole('menuitem')).toHaveText(['View profile', 'Start new conversation'])
  await expect(start).toBeEnabled()
  await start.click()
  const dialog = ada.getByRole('dialog', { name: 'Start a new conversation' })
  await expect(dialog.getByRole('combobox', { name: 'Source' })).toHaveValue('Chat')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please write a message first.')
  await dialog.getByLabel('Message').fill('Hello Dora, how is it going?')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(ada.getByText('Message successfully sent.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(rows(ada).filter({ hasText: 'Dora' })).toContainText('just now')

  await ada.getByRole('button', { name: 'Actions for Dora' }).click()
  await ada.getByRole('menuitem', { name: 'View profile' }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'Dora' })).toBeVisible()
  const again = ada.getByRole('button', { name: 'Start new conversation' })
  await expect(again).toBeDisabled()
  await again.hover()
  await expect(ada.getByRole('tooltip')).toHaveText(ALREADY_OPEN)
  await ada.getByRole('button', { name: /Hello Dora/ }).click()
  const preview = ada.getByRole('dialog', { name: 'Conversation with Dora' })
  await expect(preview.getByText('Hello Dora, how is it going?')).toBeVisible()
  await expectAccessible(ada)
  await preview.getByRole('link', { name: 'View in dashboard' }).click()
  await expect(ada).toHaveURL(/\/conversations\/all\/[0-9a-f-]{36}$/)
  await expect(ada.getByRole('heading', { level: 2, name: 'Dora', exact: true })).toBeVisible()
})

test('edits, tags and exports a profile', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  await call(ada, '/api/companies', { data: { company: { name: 'Farol Lda' } } })
  const { id } = await add(ada, {
    name: 'Dora',
    time_zone: 'Europe/Lisbon',
    browser: 'Firefox',
    os: 'Linux',
    metadata: { plan: 'gold', paying: true, seats: 5, address: { city: 'Porto' } },
  })
  await ben.goto(`/v1/customers/${id}`)
  await expect(profile(ben)).toContainText('Dora')
  await ada.goto(`/customers/${id}`)
  await expect(profile(ada)).toContainText('payingYes')
  await expect(profile(ada)).toContainText('"city": "Porto"')
  await expect(profile(ada)).toContainText('Firefox · Linux')
  await expectAccessible(ada)

  await ada.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = ada.getByRole('dialog', { name: 'Edit customer' })
  await dialog.getByLabel('Name').fill('Dora Lindqvist')
  await dialog.getByLabel('Email').fill('dora@example.com')
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email')
  await dialog.getByRole('combobox', { name: 'Company' }).click()
  await dialog.getByRole('option', { name: 'Farol Lda' }).click()
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByText('Customer successfully updated')).toBeVisible()
  await expect(profile(ada).getByRole('link', { name: 'Farol Lda' })).toBeVisible()
  await expect(profile(ben)).toContainText('Dora Lindqvist')
  await expect(profile(ben).getByRole('link', { name: 'dora@example.com' })).toBeVisible()

  await profile(ada).getByRole('button', { name: 'Add tags' }).click()
  await profile(ada).getByRole('combobox', { name: 'Add a tag' }).fill('VIP')
  await ada.getByRole('option', { name: /VIP/ }).click()
  await profile(ada).getByRole('button', { name: 'Save' }).click()
  await expect(profile(ada).getByRole('list', { name: 'Tags' })).toContainText('VIP')
  await expect(profile(ben).getByRole('list', { name: 'Tags' })).toContainText('VIP')

  await expect(ada.getByText('No conversations')).toBeVisible()
  await ada.getByRole('tab', { name: 'Issues' }).click()
  await expect(ada).toHaveURL(`/customers/${id}?tab=issues`)
  await expect(ada.getByRole('button', { name: 'Link issue' })).toBeVisible()
  await ada.getByRole('tab', { name: 'Notes' }).click()
  await ada.reload()
  await expect(ada.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true')
  await expect(ada.getByRole('textbox', { name: 'Write a note' })).toBeVisible()

  const download = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`customer-${id}.json`)
  const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as { customer: object }
  expect(exported.customer).toMatchObject({
    name: 'Dora Lindqvist',
    company: { name: 'Farol Lda' },
    metadata: { seats: 5 },
  })
  await ada.getByRole('link', { name: 'Back to customers' }).click()
  await expect(ada).toHaveURL('/customers')

  const [phone, night] = [await somebody({ width: 360, height: 740 }), await somebody({ dark: true })]
  for (const page of [phone, night]) {
    await joinTeam(page, ada, '/customers')
    await expect(rows(page)).toHaveText([/Dora Lindqvist/])
    await expectToFit(page)
    await expectAccessible(page)
    await page.goto(`/customers/${id}`)
    await expect(profile(page)).toContainText('Farol Lda')
    await expectToFit(page)
    await expectAccessible(page)
  }
})

test('a deleted customer disappears from every screen, including their own', async ({ somebody }) => {
  const [ada, ben, carla] = [await somebody(), await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada)
  await writes(carla, account_id, 'Please forget me')
  await ben.getByRole('link', { name: /Please forget me/ }).click()
  await expect(ben.getByRole('textbox', { name: 'Reply' })).toBeVisible()

  await ada.goto('/customers')
  await expect(rows(ada)).toContainText(['Online'])
  await rows(ada).getByRole('link', { name: 'Anonymous User' }).click()
  await ada.getByRole('button', { name: 'Delete', exact: true }).click()
  const asking = ada.getByRole('dialog', {
    name: 'Are you sure you want to delete this customer and all of their data?',
  })
  await expect(asking).toContainText('This cannot be undone.')
  await expectAccessible(ada)
  await asking.getByRole('button', { name: 'No' }).click()
  await expect(asking).toHaveCount(0)
  await ada.getByRole('button', { name: 'Delete', exact: true }).click()
  await asking.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByText('Anonymous User successfully deleted.')).toBeVisible()
  await expect(ada).toHaveURL('/customers')
  await expect(ada.getByText('No customers yet')).toBeVisible()

  await expect(ben.getByText('Its customer was deleted with all of their data.')).toBeVisible()
  await expect(ben.getByText('Please forget me')).toHaveCount(0)
  await expect(ben.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expect(chat(carla).getByText('Please forget me')).toHaveCount(0)
  await says(carla, 'Hello, I am new here')
  await ben.goto(HOME)
  await expect(ben.getByRole('link', { name: /Hello, I am new here/ })).toBeVisible()
  await expect(rows(ada)).toHaveCount(1)

  await ada.goto('/customers/5f0c1c2e-8a3f-4c1d-9d7b-0a1b2c3d4e5f')
  await expect(ada.getByRole('alert')).toContainText('Error retrieving customer')
  await expectAccessible(ada)
})
