import { startGoogle } from '../../apps/server/test/google/stand-in.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const EMAIL = 'ada@acme.test'

test('an admin sends customers to a spreadsheet, back-fills earlier ones, and disconnects', async ({ install }) => {
  const google = await startGoogle()
  const { somebody } = await install({
    GOOGLE_CLIENT_ID: 'client-1',
    GOOGLE_CLIENT_SECRET: 'secret-1',
    GOOGLE_URL: google.url,
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const addCustomer = (name: string) =>
    call(ada, '/api/customers', { data: { customer: { name, email: `${name}@example.test` } } })
  await addCustomer('earlier')

  await ada.goto('/integrations')
  await ada.getByRole('link', { name: 'Configure Google Sheets' }).click()
  await expect(ada).toHaveURL('/integrations/google/sheets')
  await expect(ada.getByRole('region', { name: 'How does it work?' })).toBeVisible()
  await expectAccessible(ada)
  google.setWho(EMAIL)
  await ada.getByRole('button', { name: 'Connect' }).click()
  const card = ada.getByRole('region', { name: 'Connection to Google Sheets' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(ada).toHaveURL('/integrations/google/sheets')

  const chooser = ada.getByRole('region', { name: 'Spreadsheet', exact: true })
  await chooser.getByRole('textbox', { name: 'Address of a spreadsheet' }).fill('https://example.test')
  await chooser.getByRole('button', { name: 'Use this spreadsheet' }).click()
  await expect(chooser.getByRole('alert')).toContainText('is not the address of a spreadsheet')
  await expectAccessible(ada)
  const own = google.spreadsheets.add(EMAIL, 'Leads')
  await chooser
    .getByRole('textbox', { name: 'Address of a spreadsheet' })
    .fill(`https://docs.google.com/spreadsheets/d/${own.id}/edit#gid=0`)
  await chooser.getByRole('button', { name: 'Use this spreadsheet' }).click()
  await expect(chooser.getByRole('link', { name: 'Leads' })).toBeVisible()
  await expect(card.getByText('Leads')).toBeVisible()

  const customers = ada.getByRole('region', { name: 'Customers' })
  await customers.getByRole('button', { name: 'Edit' }).click()
  await customers.getByRole('checkbox', { name: 'Phone' }).uncheck()
  await customers.getByRole('button', { name: 'Save' }).click()
  await expect(customers.getByRole('button', { name: 'Edit' })).toBeVisible()
  await addCustomer('new')
  const rows = () => own.tabs.filter(({ title }) => title.startsWith('Customers')).at(-1)?.rows ?? []
  const names = () => rows().map(([, name]) => name)
  await expect.poll(names).toEqual(['Name', 'new'])
  expect(rows()[0]).not.toContain('Phone')
  await customers.getByRole('button', { name: 'Back-fill' }).click()
  await expect(customers.getByText('The back-fill is done. Rows added: 1.')).toBeVisible()
  expect(names()).toEqual(['Name', 'new', 'earlier'])
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 720 })

  google.revoke(EMAIL)
  await addCustomer('late')
  await expect(card.getByRole('alert')).toContainText('Google Sheets no longer accepts our token')
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Google Sheets?' })
  await expect(question).toContainText('The spreadsheet stays as it is.')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  await google.close()
})
