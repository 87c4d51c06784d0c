import type { Page } from '@playwright/test'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const SOON = /^\w{3}, \w{3} \d{1,2} \d{1,2}:\d\d [AP]M$/
const add = (page: Page, customer: object) => call<{ id: string }>(page, '/api/customers', { data: { customer } })
const note = (page: Page) => page.getByRole('textbox', { name: 'Write a note' })

test('writes, lists and deletes notes about customers', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  const { email } = await registerCompany(ada, '/notes')
  await expect(ada.getByRole('heading', { name: 'No notes' })).toBeVisible()
  await expect(ada.getByText("You haven't written any customer notes yet!")).toBeVisible()
  await expectAccessible(ada)
  await joinTeam(ben, ada, OUTSIDE)
  const [dora, emil] = [await add(ada, { name: 'Dora' }), await add(ada, { name: 'Emil' })]
  await ben.goto('/notes')
  await expect(ben.getByRole('heading', { name: 'No notes' })).toBeVisible()

  await ada.goto(`/customers/${dora.id}?tab=notes`)
  const save = ada.getByRole('button', { name: 'Add note' })
  await expect(save).toBeDisabled()
  await note(ada).fill('   ')
  await expect(save).toBeDisabled()
  await note(ada).fill('Likes **long** answers')
  await note(ada).press('Enter')
  await note(ada).pressSequentially('and cake')
  await expect(note(ada)).toHaveValue('Likes **long** answers\nand cake')
  await ada.getByRole('tab', { name: 'Issues' }).click()
  await expect(note(ada)).toHaveCount(0)
  await ada.getByRole('tab', { name: 'Notes' }).click()
  await expect(note(ada)).toHaveValue('Likes **long** answers\nand cake')
  await note(ada).press('Control+Enter')
  const notes = ada.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(notes).toHaveCount(1)
  await expect(notes.locator('strong')).toHaveText('long')
  await expect(notes).toContainText(email)
  await expect(notes.locator('time')).toHaveText(SOON)
  await expect(note(ada)).toHaveValue('')
  await expectAccessible(ada)

  // Ben has the page of all notes open.
  const day = ben.getByRole('region', { name: /^\w+ \d\d, \d{4}$/ })
  await expect(day.getByRole('link', { name: 'Dora' })).toBeVisible()
  await call(ada, '/api/notes', { data: { note: { body: 'Pays late', customer_id: emil.id } } })
  await call(ada, '/api/notes', { data: { note: { body: 'Moved to Porto', customer_id: dora.id } } })
  const groups = day.getByRole('article')
  await expect(groups).toHaveCount(2)
  await expect(groups.filter({ hasText: 'Dora' }).getByRole('listitem')).toHaveText([
    /Moved to Porto/,
    /Likes long answers/,
  ])
  await expect(groups.filter({ hasText: 'Emil' }).getByRole('listitem')).toHaveText([/Pays late/])
  await expectAccessible(ben)

  await groups.filter({ hasText: 'Emil' }).getByRole('button', { name: 'Delete note' }).click()
  const asking = ben.getByRole('dialog', { name: 'Delete this note?' })
  await asking.getByRole('button', { name: 'No' }).click()
  await expect(asking).toHaveCount(0)
  await groups.filter({ hasText: 'Emil' }).getByRole('button', { name: 'Delete note' }).click()
  await asking.getByRole('button', { name: 'Yes' }).click()
  await expect(groups).toHaveCount(1)
  await groups.getByRole('link', { name: 'Dora' }).click()
  await expect(ben).toHaveURL(`/customers/${dora.id}?tab=notes`)
  await expect(ben.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2)
  await ben.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ben)
})

test('shows notes and issues of the customer beside a conversation', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  const { id: company_id } = await call<{ id: string }>(ada, '/api/companies', { data: { company: { name: 'Farol' } } })
  const customer = {
    name: 'Dora',
    company_id,
    os: 'Linux',
    browser: 'Firefox',
    metadata: { paying: false, tags: ['a', 'b'] },
  }
  const { id: customer_id } = await add(ada, customer)
  const conversation = { customer_id, message: { body: 'Hello Dora' } }
  const { id } = await call<{ id: string }>(ada, '/api/conversations', { data: { conversation } })
  await ben.goto(`/conversations/all/${id}`)
  await ada.goto(`/conversations/all/${id}`)
  const details = ada.getByRole('complementary', { name: 'Details' })
  for (const fact of ['CompanyFarol', 'DeviceFirefox · Linux', 'payingNo', 'tagsa, b'])
    await expect(details).toContainText(fact)
  await expect(details.getByRole('button', { name: 'Start new conversation' })).toBeDisabled()
  await expect(details.getByRole('button', { name: 'Link issue' })).toBeVisible()
  await expect(details.getByText('No notes yet.')).toBeVisible()

  await details.getByRole('button', { name: 'Add note' }).click()
  await expect(note(ada)).toBeFocused()
  await note(ada).fill('Prefers mornings')
  await expectAccessible(ada)
  await details.getByRole('button', { name: 'Add note' }).click()
  await expect(details.getByRole('list', { name: 'Notes' })).toContainText('Prefers mornings')
  await expect(ben.getByRole('list', { name: 'Notes' })).toContainText('Prefers mornings')

  await call(ben, `/api/customers/${customer_id}`, { data: { customer: { name: 'Dora Lindqvist' } }, method: 'PUT' })
  await expect(ada.getByRole('heading', { level: 2, name: 'Dora Lindqvist' })).toBeVisible()
  await details.getByRole('link', { name: 'Dora Lindqvist' }).click()
  await expect(ada).toHaveURL(`/customers/${customer_id}`)
})
