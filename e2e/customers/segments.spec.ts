import type { Page } from '@playwright/test'
import { call, joinTeam, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const people = (page: Page) => page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Segments' }).getByRole('button', { name, exact: true })

async function choose(page: Page, label: string, option: string, nth = 0) {
  await page.getByRole('combobox', { name: label, exact: true }).nth(nth).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('saves, shares, changes and deletes segments', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ width: 360, height: 740, dark: true })]
  await registerCompany(ada, '/customers')
  // Customers that were never seen have no order, so each gets a time.
  const add = async (fields: object) => {
    const customer = { ...fields, last_seen_at: new Date().toISOString() }
    return (await call<{ id: string }>(ada, '/api/customers', { data: { customer } })).id
  }
  const zoe = await add({ name: 'Zoe', email: 'zoe@example.com', metadata: { plan: 'gold', seats: 12 } })
  await add({ name: 'Dora', metadata: { plan: 'silver', seats: 7 } })
  await add({ name: 'Emil', email: 'emil@example.com', metadata: { plan: 'gold' } })
  const { id: tag_id } = await call<{ id: string }>(ada, '/api/tags', { data: { tag: { name: 'VIP' } } })
  await call(ada, `/api/customers/${zoe}/tags`, { data: { tag_id } })
  await joinTeam(ben, ada, '/customers')
  await expect(people(ben)).toHaveCount(3)
  await expect(chip(ben, 'All')).toHaveAttribute('aria-pressed', 'true')

  // The list follows while the filter is edited.
  await ada.getByRole('button', { name: 'Filter', exact: true }).click()
  await choose(ada, 'Field', 'Metadata')
  await ada.getByLabel('Key').fill('plan')
  await ada.getByLabel('Value').fill('gold')
  await expect(people(ada)).toContainText(['Emil', 'Zoe'])
  await ada.getByRole('button', { name: 'Add condition' }).click()
  await choose(ada, 'Tag', 'VIP')
  await expect(people(ada)).toHaveCount(1)
  await expect(people(ada)).toContainText(['Zoe'])
  await choose(ada, 'How many of the conditions', 'any')
  await expect(people(ada)).toHaveCount(2)
  await choose(ada, 'How many of the conditions', 'all')
  await expect(people(ada)).toHaveCount(1)
  await expectAccessible(ada)
  // The filter is in the URL, so a teammate sees the same list.
  await ben.goto(new URL(ada.url()).pathname + new URL(ada.url()).search)
  await expect(people(ben)).toContainText(['Zoe'])
  await expect(ben.getByRole('list', { name: 'Conditions' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(ben)
  await expectToFit(ben)
  await chip(ben, 'All').click()
  await expect(people(ben)).toHaveCount(3)

  await ada.getByRole('button', { name: 'Save segment' }).click()
  const naming = ada.getByRole('dialog', { name: 'Save segment' })
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(naming.getByRole('alert')).toHaveText("Name can't be blank")
  await naming.getByLabel('Name').fill('Golden')
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(chip(ada, 'Golden')).toHaveAttribute('aria-pressed', 'true')
  await expect(ada).toHaveURL(/\/customers\?segment=[0-9a-f-]{36}$/)
  await expect(ada.getByRole('button', { name: 'Add condition' })).toHaveCount(0)
  await chip(ben, 'Golden').click()
  await expect(people(ben)).toContainText(['Zoe'])
  await expect(people(ben)).toHaveCount(1)

  const long = `Golden ${'customers who pay well '.repeat(6)}`.trim()
  await ada.getByRole('button', { name: 'Actions for the segment Golden' }).click()
  await ada.getByRole('menuitem', { name: 'Rename' }).click()
  const renaming = ada.getByRole('dialog', { name: 'Rename segment' })
  await renaming.getByLabel('Name').fill(long)
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(chip(ben, long)).toHaveAttribute('aria-pressed', 'true')
  await expectToFit(ben)

  // Saved changes apply to everybody; a search narrows the segment, and the export uses both.
  await ada.getByRole('button', { name: 'Filter', exact: true }).click()
  await ada.getByRole('button', { name: 'Remove condition' }).nth(1).click()
  await ada.getByLabel('Value').fill('silver')
  await expect(people(ada)).toContainText(['Dora'])
  await ada.getByRole('button', { name: 'Save changes' }).click()
  await expect(people(ben)).toContainText(['Dora'])
  await ada.getByRole('searchbox', { name: 'Search customers' }).fill('zoe')
  await expect(ada.getByRole('heading', { name: 'No customers found' })).toBeVisible()
  await ada.getByRole('searchbox', { name: 'Search customers' }).clear()
  await expect(people(ada)).toHaveCount(1)
  const asked = ada.waitForRequest(/\/api\/customers\/export\?.*segment_id=[0-9a-f-]{36}/)
  await ada.getByRole('button', { name: 'Export' }).click()
  await asked

  await ada.getByRole('button', { name: `Actions for the segment ${long}` }).click()
  await ada.getByRole('menuitem', { name: 'Delete' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(people(ada)).toHaveCount(3)
  await expect(chip(ada, 'All')).toHaveAttribute('aria-pressed', 'true')
  await expect(ben.getByText('A teammate deleted this segment.')).toBeVisible()
  await ben.getByRole('button', { name: 'Show all customers' }).click()
  await expect(people(ben)).toHaveCount(3)
})
