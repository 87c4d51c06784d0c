import type { Locator, Page } from '@playwright/test'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { asks } from '../visitors.js'

const rows = (page: Page) => page.getByRole('table', { name: 'Tags' }).locator('tbody tr')
const fact = (page: Page, term: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
const table = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr')

test('a long name is cut off inside its cell on a phone', async ({ somebody }) => {
  const ada = await somebody({ width: 360, height: 740 })
  await registerCompany(ada, OUTSIDE)
  const name = 'A name that is longer than its cell'
  await call(ada, '/api/tags', { data: { tag: { name, description: 'All of them' } } })
  await ada.goto('/tags')
  const chip = ada.getByTitle(name)
  const end = async (found: Locator) => {
    const { x, width } = (await found.boundingBox()) ?? { x: 0, width: 0 }
    return x + width
  }
  await expect(chip).toBeVisible()
  expect(await end(chip)).toBeLessThanOrEqual(await end(rows(ada).locator('td').first()))
})

test('creates, edits, searches and deletes tags', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ width: 360, height: 740 })]
  await registerCompany(ada, '/tags')
  await joinTeam(ben, ada, '/tags')
  await expect(ben.getByRole('heading', { name: 'No tags yet' })).toBeVisible()

  await ada.getByRole('button', { name: 'New tag' }).click()
  const creating = ada.getByRole('dialog', { name: 'New tag' })
  await expect(creating.getByLabel('Name')).toBeFocused()
  await expect.poll(async () => (await creating.boundingBox())?.width).toBe(400)
  await expectAccessible(ada)
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(creating.getByRole('alert')).toHaveText("Name can't be blank")
  await expect(creating.getByLabel('Name')).toHaveAccessibleDescription("Name can't be blank")
  await ada.keyboard.press('Escape')
  await expect(creating).toHaveCount(0)
  await ada.getByRole('button', { name: 'New tag' }).click()
  await creating.getByLabel('Name').fill('VIP')
  await creating.getByLabel('Description').fill('Big spenders')
  // A dialog with input does not close by mistake.
  await ada.keyboard.press('Escape')
  await ada.mouse.click(5, 5)
  await creating.getByRole('radio', { name: 'Magenta' }).click()
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(creating).toHaveCount(0)
  await expect(rows(ada)).toHaveText(['VIPBig spendersView'])
  await expect(rows(ben)).toHaveText(['VIPBig spendersView'])
  await expectAccessible(ben)
  await expectToFit(ben)

  // A reopened dialog is empty, after its closing animation.
  await expect(async () => {
    await ada.getByRole('button', { name: 'New tag' }).click()
    const remembered = await creating.getByLabel('Description').inputValue()
    if (remembered) await creating.getByRole('button', { name: 'Cancel' }).click()
    expect(remembered).toBe('')
  }).toPass()
  await creating.getByLabel('Name').fill('VIP')
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(creating.getByRole('alert')).toHaveText('Name has already been taken')
  await creating.getByLabel('Name').fill('Bug report')
  await creating.getByRole('button', { name: 'Create' }).click()
  await expect(rows(ada)).toHaveText([/^Bug report/, /^VIP/])
  const search = ada.getByRole('searchbox', { name: 'Search tags' })
  await search.fill('SPEND vip')
  await expect(rows(ada)).toHaveText([/^VIP/])
  await search.fill('vip bug')
  await expect(ada.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await search.clear()

  await ada.getByRole('link', { name: 'View VIP' }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'VIP' })).toBeVisible()
  await expect(fact(ada, 'Color')).toContainText('#eb2f96')
  await expect(ada.getByText('No customer has this tag.')).toBeVisible()
  await ada.getByRole('button', { name: 'Edit' }).click()
  const editing = ada.getByRole('dialog', { name: 'Edit tag details' })
  await expect(editing.getByRole('radio', { name: 'Magenta' })).toBeChecked()
  await editing.getByLabel('Name').fill('')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByLabel('Name')).toHaveAccessibleDescription("Name can't be blank")
  await editing.getByLabel('Name').fill('VIP')
  await editing.getByLabel('Name').fill('Friends')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'Friends' })).toBeVisible()
  await expect(rows(ben)).toHaveText([/^Bug report/, /^Friends/])

  await ada.getByRole('button', { name: 'Delete' }).click()
  await ada
    .getByRole('dialog', { name: 'Are you sure you want to delete this tag?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(ada).toHaveURL('/tags')
  await expect(rows(ada)).toHaveText([/^Bug report/])
  await expect(rows(ben)).toHaveText([/^Bug report/])
})

test('a tag page lists its customers and conversations, and new tags take colours in turn', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  const conversation = await asks(ada, 'Carla', 'Where is my parcel?')
  const vip = await call<{ id: string }>(ada, '/api/tags', { data: { tag: { name: 'VIP' } } })
  await ben.goto(`/tags/${vip.id}`)
  await expect(fact(ben, 'Color')).toContainText('unset')
  await expect(ben.getByText('No conversation has this tag.')).toBeVisible()

  await ada.goto(`/conversations/all/${conversation}`)
  const details = ada.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Add tags' }).click()
  const field = details.getByRole('combobox', { name: 'Add a tag' })
  await field.fill('vip')
  await ada.getByRole('option', { name: 'VIP' }).click()
  for (const name of ['Late', 'Angry']) {
    await field.fill(name)
    await ada.getByRole('option', { name: `Create the tag “${name}”` }).click()
  }
  await details.getByRole('button', { name: 'Remove tag Late' }).click()
  await expectAccessible(ada)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await ada.route('**/api/tags', async (route) => {
    await asked
    await route.continue()
  })
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByRole('button', { name: 'Remove tag VIP' })).toBeDisabled()
  answer()
  await expect(details.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Angry', 'VIP'])
  await expect(details.getByRole('button', { name: 'Edit tags' })).toBeVisible()
  await expect(table(ben, 'Conversations')).toHaveText([/^CarlaWhere is my parcel\?/])
  const made = async () =>
    (await call<Array<{ name: string; color: string }>>(ada, '/api/tags')).map((tag) => tag.color)
  await expect.poll(made).toEqual(['red', null])

  const { customer_id } = await call<{ customer_id: string }>(ada, `/api/conversations/${conversation}`)
  await ada.goto(`/customers/${customer_id}`)
  const profile = ada.getByRole('region', { name: 'Profile' })
  await profile.getByRole('button', { name: 'Add tags' }).click()
  await profile.getByRole('combobox', { name: 'Add a tag' }).fill('VIP')
  await ada.getByRole('option', { name: 'VIP' }).click()
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(table(ben, 'People')).toHaveText([/^Carla/])
  await expectAccessible(ben)

  await profile.getByRole('button', { name: 'Edit tags' }).click()
  await profile.getByRole('button', { name: 'Remove tag VIP' }).click()
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(ben.getByText('No customer has this tag.')).toBeVisible()
  await call(ada, `/api/conversations/${conversation}/tags/${vip.id}`, { method: 'DELETE' })
  await expect(ben.getByText('No conversation has this tag.')).toBeVisible()
  await ben.goto('/tags/5f0c1c2e-8a3f-4c1d-9d7b-0a1b2c3d4e5f')
  await expect(ben.getByRole('alert')).toContainText('Error retrieving tag')
})
