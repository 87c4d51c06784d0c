import { hubspotSettings, startHubSpot } from '../../apps/server/test/hubspot/stand-in.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an admin connects HubSpot, adds a customer and opens the contact', async ({ install }) => {
  const hubspot = await startHubSpot()
  const { somebody } = await install({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1', ...hubspotSettings(hubspot.url) })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const create = (customer: object) => call<{ id: string }>(ada, '/api/customers', { data: { customer } })
  const carla = await create({ name: 'Carla de la Cruz', email: 'carla@example.com' })
  const nobody = await create({ name: 'Nobody' })

  // Without a connection there is no button.
  const expectNoButton = async () => {
    const authorization = ada.waitForResponse('**/api/hubspot/authorization')
    await ada.goto(`/customers/${carla.id}`)
    await expect(ada.getByRole('heading', { name: 'Carla de la Cruz' }).first()).toBeVisible()
    expect(await (await authorization).json()).toEqual({ data: null })
    await expect(ada.getByText('HubSpot')).toHaveCount(0)
  }
  await expectNoButton()

  await ada.goto('/integrations')
  const entry = ada
    .getByRole('list', { name: 'Other integrations' })
    .getByRole('listitem')
    .filter({ hasText: 'HubSpot' })
  await expect(entry).toContainText('Not connected')
  await entry.getByRole('link', { name: 'Configure HubSpot' }).click()
  await expect(ada).toHaveURL('/integrations/hubspot')
  await expect(ada.getByRole('heading', { name: 'How does it work?' })).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  await expectAccessible(ada)

  hubspot.code = 'bad'
  await ada.getByRole('button', { name: 'Connect' }).click()
  const failed = ada.getByRole('alert').filter({ hasText: 'Failed to authorize HubSpot' })
  await expect(failed).toContainText('OAuth access denied: missing or unknown auth code')
  await expect(ada).toHaveURL('/integrations/hubspot')

  hubspot.code = 'good'
  await ada.getByRole('button', { name: 'Connect' }).click()
  const card = ada.getByRole('region', { name: 'Connection to HubSpot' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  await ada.goto(`/customers/${nobody.id}`)
  await expect(ada.getByRole('button', { name: 'Add to HubSpot' })).toBeDisabled()
  await expect(ada.getByText('HubSpot finds contacts by email, and this customer has none.')).toBeVisible()

  await ada.goto(`/customers/${carla.id}`)
  await ada.getByRole('button', { name: 'Add to HubSpot' }).click()
  const added = ada.getByRole('alert').filter({ hasText: 'Successfully added to HubSpot.' })
  const profile = /\/contacts\/\d+\/contact\/\d+$/
  await expect(added.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', profile)
  await expect(ada.getByRole('link', { name: 'View profile in HubSpot' })).toHaveAttribute('href', profile)
  expect(hubspot.contacts.map(({ properties }) => properties)).toEqual([
    { email: 'carla@example.com', firstname: 'Carla', lastname: 'de la Cruz' },
  ])
  await expectAccessible(ada)
  await expectToFit(ada)

  // Beside a conversation, too.
  await ada.setViewportSize({ width: 1280, height: 720 })
  const message = { body: 'Hello' }
  const talk = await call<{ id: string }>(ada, '/api/conversations', {
    data: { conversation: { customer_id: carla.id, message } },
  })
  await ada.goto(`/conversations/all/${talk.id}`)
  const details = ada.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('link', { name: 'View profile in HubSpot' })).toHaveAttribute('href', profile)
  await expectAccessible(ada)
  await ada.goto(`/customers/${carla.id}`)

  // It is found again, and a look-up that fails says why.
  hubspot.fail('POST /crm/v3/objects/contacts/search', { status: 429, headers: { 'retry-after': '5' } })
  await ada.reload()
  await expect(ada.getByText('HubSpot limits the number of calls. Try again in 5 seconds.')).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Add to HubSpot' })).toBeDisabled()
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(ada.getByRole('link', { name: 'View profile in HubSpot' })).toBeVisible()

  hubspot.revokeAll()
  await ada.reload()
  await expect(ada.getByText('HubSpot no longer accepts our token.')).toBeVisible()
  await ada.goto('/integrations/hubspot')
  await expect(card.getByRole('alert')).toContainText('HubSpot no longer accepts our token')
  await card.getByRole('button', { name: 'Reconnect' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from HubSpot?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  await expectNoButton()
  await hubspot.close()
})
