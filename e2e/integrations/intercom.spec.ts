import { adminAuthor, newContact, newConversation, newPart } from '../../apps/server/test/intercom/records.js'
import { intercomSettings, startIntercom } from '../../apps/server/test/intercom/stand-in.js'
import { history } from '../inbox/locators.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an admin connects Intercom, adds a customer and opens the contact', async ({ install }) => {
  const intercom = await startIntercom()
  const { somebody } = await install({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1', ...intercomSettings(intercom.url) })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const customer = { name: 'Carla de la Cruz', email: 'carla@example.com' }
  const carla = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })

  await ada.goto('/integrations')
  await ada.getByRole('link', { name: 'Configure Intercom' }).click()
  await expect(ada).toHaveURL('/integrations/intercom')
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
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
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  await intercom.close()
})

test('an admin moves from Intercom, stops the import and resumes it', async ({ install }) => {
  const intercom = await startIntercom()
  intercom.workspace = 'acme'
  const person = newContact('acme', { email: 'carla@example.com', name: 'Carla' })
  const answer = newPart('2024-02-02T10:00:00Z', adminAuthor('zoe@old.test', 'Zoe'), '<p>See <b>page 2</b></p>')
  const talks = ['Where is my invoice?', 'And the next one?'].map((body) =>
    newConversation(person, '2024-02-01T10:00:00Z', body, { parts: [answer] }),
  )
  intercom.contacts.push(person, { type: 'contact', id: 'odd-1', workspace_id: 'acme', created_at: 'yesterday' })
  intercom.conversations.push(...talks)
  const { somebody } = await install({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1', ...intercomSettings(intercom.url) })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await ada.goto('/integrations/intercom')
  await ada.getByRole('button', { name: 'Connect' }).click()

  const release = intercom.hold(`GET /conversations/${talks[1].id}`)
  const move = ada.getByRole('region', { name: 'Move from Intercom' })
  await move.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(move.getByRole('status')).toContainText('Importing conversations.')
  await expect(move.getByRole('progressbar', { name: 'Import from Intercom' })).toBeVisible()
  await expectAccessible(ada)
  await move.getByRole('button', { name: 'Stop' }).click()
  await expect(move.getByRole('status')).toContainText('The import was stopped')
  await move.getByRole('button', { name: 'Resume' }).click()
  await expect(move.getByRole('button', { name: 'Stop' })).toBeVisible()
  release()
  await expect(move.getByRole('status')).toContainText('is complete', { timeout: 30_000 })
  await expect(move.locator('dl')).toHaveText(/People1Conversations2Messages4Skipped1/)
  await expect(move.getByRole('region', { name: 'Skipped records' })).toHaveText(
    'Contact odd-1: created_at is invalid.',
  )
  await expect(move.getByRole('button', { name: 'Import again' })).toBeVisible()
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  await ada.setViewportSize({ width: 1280, height: 720 })
  await ada.goto('/conversations/all')
  await ada.getByText('page 2').first().click()
  await expect(history(ada).getByText('Zoe', { exact: true })).toBeVisible()
  await intercom.close()
})
