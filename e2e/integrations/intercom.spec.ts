import { intercomSettings, startIntercom } from '../../apps/server/test/intercom/stand-in.js'
import { call, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an admin connects Intercom, adds a customer and opens the contact', async ({ install }) => {
  const intercom = await startIntercom()
  const { somebody } = await install({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1', ...intercomSettings(intercom.url) })
  const ada = await somebody()
  await registerCompany(ada)
  const customer = { name: 'Carla de la Cruz', email: 'carla@example.com' }
  const carla = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })

  await ada.goto('/integrations')
  await ada.getByRole('link', { name: 'Configure Intercom' }).click()
  await expect(ada).toHaveURL('/integrations/intercom')
  await expect(ada.getByRole('heading', { name: 'Not connected' })).toBeVisible()
  await expectAccessible(ada)
  intercom.code = 'bad'
  await ada.getByRole('button', { name: 'Connect' }).click()
  const failed = ada.getByRole('alert').filter({ hasText: 'Failed to authorize Intercom' })
  await expect(failed).toContainText('OAuth access denied: Invalid code')

  intercom.code = 'good'
  await ada.getByRole('button', { name: 'Connect' }).click()
  const card = ada.getByRole('region', { name: 'Connection to Intercom' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByText('Acme', { exact: true })).toBeVisible()
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  await ada.goto(`/customers/${carla.id}`)
  await ada.getByRole('button', { name: 'Add to Intercom' }).click()
  const added = ada.getByRole('alert').filter({ hasText: 'Successfully added to Intercom.' })
  const profile = /\/a\/apps\/app\d+\/users\/c\d+$/
  await expect(added.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', profile)
  await ada.reload()
  await expect(ada.getByRole('link', { name: 'View profile in Intercom' })).toHaveAttribute('href', profile)
  expect(intercom.contacts).toMatchObject([{ email: 'carla@example.com', name: 'Carla de la Cruz', role: 'user' }])
  await expectToFit(ada)

  await ada.goto('/integrations/intercom')
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Intercom?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByRole('heading', { name: 'Not connected' })).toBeVisible()
  await intercom.close()
})
