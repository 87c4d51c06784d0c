import type { Page } from '@playwright/test'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { slackSettings, startSlackServer } from '../integrations/slack-server.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const rows = (page: Page) => page.getByRole('table', { name: 'Companies' }).locator('tbody tr')
const fact = (page: Page, term: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
const people = (page: Page) => page.getByRole('table', { name: 'People' }).locator('tbody tr')

test('creates and edits a company, adds a customer, and deletes it when it is empty', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ width: 360, height: 740 })]
  await registerCompany(ada, '/companies')
  await expect(ada.getByRole('heading', { level: 1, name: 'Companies (beta)' })).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'No companies yet' })).toBeVisible()
  await expectAccessible(ada)
  await joinTeam(ben, ada, '/companies')
  await expect(ben.getByRole('heading', { name: 'No companies yet' })).toBeVisible()

  await ada.getByRole('link', { name: 'New company' }).click()
  await expect(ada).toHaveURL('/companies/new')
  await expect(ada.getByLabel('Slack channel')).toHaveCount(0)
  await ada.getByRole('button', { name: 'Create' }).click()
  await expect(ada.getByRole('alert')).toHaveText("Name can't be blank")
  await expect(ada.getByLabel('Company name')).toHaveAccessibleDescription("Name can't be blank")
  await expectAccessible(ada)
  await ada.getByLabel('Company name').fill('Farol')
  await ada.getByLabel('Website').fill('not a url')
  await ada.getByRole('button', { name: 'Create' }).click()
  await expect(ada.getByRole('alert')).toContainText('Please enter a web address')
  await ada.getByLabel('Website').fill('farol.example')
  await ada.getByRole('button', { name: 'Create' }).click()
  await expect(ada).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)
  await expect(ada.getByRole('heading', { level: 1, name: 'Farol' })).toBeVisible()
  await expect(fact(ada, 'Website').getByRole('link', { name: 'farol.example' })).toHaveAttribute(
    'href',
    'https://farol.example/',
  )
  for (const term of ['Description', 'External ID', 'Connected Slack channel', 'Metadata'])
    await expect(fact(ada, term)).toContainText('N/A')
  await expect(ada.getByText('No customers belong to this company yet.')).toBeVisible()
  await expectAccessible(ada)
  // Ben has not touched his page.
  await expect(rows(ben)).toHaveText([/^Farol--farol\.example/])
  await expectAccessible(ben)
  await expectToFit(ben)

  await ada.getByRole('link', { name: 'Edit' }).click()
  await expect(ada).toHaveURL(/\/edit$/)
  await expect(ada.getByLabel('Company name')).toHaveValue('Farol')
  await ada.getByLabel('Company name').fill('')
  await ada.getByRole('button', { name: 'Update' }).click()
  await expect(ada.getByLabel('Company name')).toHaveAccessibleDescription("Name can't be blank")
  await ada.getByLabel('Company name').fill('Something else')
  await ada.getByRole('button', { name: 'Reset' }).click()
  await expect(ada.getByLabel('Company name')).toHaveValue('Farol')
  await ada.getByLabel('Description').fill('Lighthouses')
  await ada.getByRole('button', { name: 'Update' }).click()
  await expect(ada).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)
  await expect(fact(ada, 'Description')).toContainText('Lighthouses')
  await ben.getByRole('link', { name: 'View Farol' }).click()
  await expect(fact(ben, 'Description')).toContainText('Lighthouses')
  await expect(ben.getByRole('button', { name: 'Delete company' })).toBeVisible()

  const company_id = new URL(ada.url()).pathname.split('/').at(-1)
  const carla = await call<{ id: string }>(ada, '/api/customers', { data: { customer: { name: 'Carla', company_id } } })
  await expect(people(ben)).toHaveText([/^Carla/])
  await expect(ben.getByRole('button', { name: 'Delete company' })).toHaveCount(0)
  await expectToFit(ben)
  await expect(people(ada)).toHaveText([/^Carla/])

  await call(ada, `/api/customers/${carla.id}`, { method: 'PUT', data: { customer: { company_id: null } } })
  await ada.getByRole('button', { name: 'Delete company' }).click()
  const asking = ada.getByRole('dialog', { name: 'Are you sure you want to delete this company?' })
  await asking.getByRole('button', { name: 'No' }).click()
  await expect(asking).toHaveCount(0)
  await ada.getByRole('button', { name: 'Delete company' }).click()
  await asking.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByText('The company was deleted.')).toBeVisible()
  await expect(ada).toHaveURL('/companies')
  await expect(ada.getByRole('heading', { name: 'No companies yet' })).toBeVisible()
  await expect(ben.getByRole('alert')).toContainText('Error retrieving company')
})

test('finds companies by name, and offers a retry after a failure', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  for (const name of ['Zebra', 'Farol', 'Long name '.repeat(20)])
    await call(ada, '/api/companies', { data: { company: { name, website_url: 'javascript:alert(1)' } } })

  await failUntilClick(ada, '**/api/companies', (route) => route.abort())
  await ada.goto('/companies')
  await expect(ada.getByRole('alert')).toContainText('Error retrieving companies')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(ada)).toHaveText([/^Farol/, /^Long name/, /^Zebra/])
  await expect(rows(ada).getByRole('link', { name: /javascript/ })).toHaveCount(0)
  await expectToFit(ada)
  await ada.getByRole('searchbox', { name: 'Search companies' }).fill('ZEB')
  await expect(rows(ada)).toHaveText([/^Zebra/])
  await ada.getByRole('searchbox', { name: 'Search companies' }).fill('nobody')
  await expect(ada.getByRole('heading', { name: 'No matches' })).toBeVisible()
})

test('an admin chooses the Slack channel of a company', async ({ install }) => {
  const slack = await startSlackServer()
  const { somebody } = await install(slackSettings(slack.url))
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  await ada.goto(`/inboxes/${id}/integrations/slack/support`)
  await ada.getByRole('button', { name: 'Connect' }).click()
  await expect(ada.getByRole('region', { name: 'Connection to Slack' })).toContainText('Acme')

  await ada.goto('/companies/new')
  await ada.getByLabel('Company name').fill('Farol')
  const channel = ada.getByRole('combobox', { name: 'Slack channel' })
  await channel.click()
  await ada.getByRole('option', { name: '#farol' }).click()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Create' }).click()
  await expect(fact(ada, 'Connected Slack channel')).toContainText('farol')

  await ada.getByRole('link', { name: 'Edit' }).click()
  await expect(ada.getByLabel('Slack workspace')).toHaveValue(/.+/)
  await expect(channel).toHaveValue('#farol')
  await channel.click()
  await ada.getByRole('option', { name: '#other' }).click()
  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
  await ada.getByRole('button', { name: 'Update' }).click()
  await expect(fact(ada, 'Connected Slack channel')).toContainText('other')
  const [company] = await call<Array<Record<string, unknown>>>(ada, '/api/companies')
  expect(company).toMatchObject({
    slack_channel_id: 'C0OTHER',
    slack_channel_name: 'other',
    slack_team_id: 'T0ACME',
    slack_team_name: 'Acme',
  })
  await slack.stop()
})
