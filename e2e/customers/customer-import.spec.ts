import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const rows = (page: Page) => page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
const csv = (name: string, content: string, encoding: BufferEncoding = 'utf8') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content, encoding),
})

test('imports a file of customers, corrects the mapping, and exports them', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await call(ada, '/api/customers', { data: { customer: { name: 'Old Zoë', email: 'zoe@example.com' } } })
  await joinTeam(ben, ada, '/customers')
  await ada.goto('/customers')
  await expect(rows(ben)).toHaveText([/Old Zoë/])
  // Only admins can import and export.
  await expect(ben.getByRole('button', { name: 'New customer' })).toBeVisible()
  await expect(ben.getByRole('button', { name: 'Import' })).toHaveCount(0)
  await expect(ben.getByRole('button', { name: 'Export' })).toHaveCount(0)

  await ada.getByRole('button', { name: 'Import' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Import customers' })
  const file = dialog.getByLabel('CSV file')
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectAccessible(ada)
  await file.setInputFiles(csv('sheet.xlsx', 'PK\u0003\u0004…'))
  await expect(dialog.getByRole('alert')).toHaveText('Error: file is a spreadsheet. Save it as CSV first')
  const lines = [
    'Who;E-Mail;Plan;Remark',
    'Zoë;ZOE@example.com;gold;x',
    'Åsa;asa@example.com;silver;y',
    'Åsa;Asa@example.com;silver;y',
    'Nobody;;;',
  ]
  await file.setInputFiles(csv('people.csv', lines.join('\n'), 'latin1'))

  const columns = dialog.getByRole('list', { name: 'Columns' }).getByRole('listitem')
  await expect(columns).toHaveCount(4)
  await expect(columns.first()).toContainText('Zoë · Åsa · Åsa')
  await expect(dialog).toContainText('It was read as Latin-1')
  await expect(dialog.getByRole('combobox', { name: 'Field for E-Mail' })).toHaveValue('Email')
  const choose = async (column: string, field: string) => {
    await dialog.getByRole('combobox', { name: `Field for ${column}` }).click()
    await ada.getByRole('option', { name: field, exact: true }).click()
  }
  await choose('E-Mail', 'Not imported')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByRole('alert')).toContainText('needs a column for the email or the external id')
  await choose('E-Mail', 'Email')
  await choose('Who', 'Name')
  await choose('Remark', 'Not imported')
  await dialog.getByLabel('Metadata key for Plan').fill('plan')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Check' }).click()

  await expect(dialog.getByText('Nothing has been changed yet.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Skipped lines' }).getByRole('listitem')).toHaveText([
    'Line 4 is about the same customer as line 3.',
    'Line 5 has neither an email nor an external id.',
  ])
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(dialog.getByText('The import is complete.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  for (const page of [ada, ben]) {
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).filter({ hasText: 'Åsa' })).toHaveCount(1)
    await expect(rows(page).filter({ hasText: 'Old Zoë' })).toHaveCount(0)
  }

  await ada.getByRole('searchbox', { name: 'Search customers' }).fill('plan:silver')
  await expect(rows(ada)).toHaveText([/Åsa/])
  const downloading = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Export' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('customers.csv')
  const written = await readFile(await download.path(), 'utf8')
  expect(written.split('\r\n')).toEqual([
    '\uFEFFid,name,email,phone,external_id,company,tags,first_seen,last_seen_at,created_at,metadata',
    expect.stringMatching(/^[0-9a-f-]{36},Åsa,asa@example\.com,.*,"\{""plan"":""silver""\}"$/),
    '',
  ])

  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
})
