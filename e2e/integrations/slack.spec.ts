import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { asks } from '../visitors.js'
import { slackSettings, startSlackServer } from './slack-server.js'

test('an admin connects Slack, sees its state and disconnects it', async ({ install }) => {
  const slack = await startSlackServer()
  const { somebody } = await install(slackSettings(slack.url))
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')

  await ada.goto('/integrations')
  const replies = ada.getByRole('list', { name: 'Reply channels' }).getByRole('listitem').filter({ hasText: 'Slack' })
  await expect(replies).toContainText('Not connected')
  await expect(ada.getByRole('list', { name: 'Source channels' }).getByRole('listitem')).toHaveCount(5)
  await expect(ada.getByRole('list', { name: 'Other integrations' })).toContainText('Salesforce Coming soon')
  await expectAccessible(ada)
  await replies.getByRole('link', { name: 'Configure Reply from Slack' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/slack/reply`)
  await expect(ada.getByRole('heading', { name: 'How does it work?' })).toBeVisible()

  slack.code = 'bad'
  await ada.getByRole('button', { name: 'Connect' }).click()
  const failed = ada.getByRole('alert').filter({ hasText: 'Failed to authorize Slack' })
  await expect(failed).toContainText('OAuth access denied: invalid_code')
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/slack/reply`)

  slack.code = 'good'
  await ada.getByRole('button', { name: 'Connect' }).click()
  const card = ada.getByRole('region', { name: 'Connection to Slack' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card).toContainText(`#${slack.channel.toLowerCase()}`)
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/slack/reply`)
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  const conversation_id = await asks(ada, 'Carla', 'Hello from the site')
  const threads = () => call<unknown[]>(ada, `/api/slack_conversation_threads?conversation_id=${conversation_id}`)
  await expect.poll(async () => (await threads()).length).toBe(1)
  await ada.setViewportSize({ width: 1280, height: 720 })
  await ada.goto(`/conversations/all/${conversation_id}`)
  const link = ada.getByRole('link', { name: `#${slack.channel.toLowerCase()}` })
  await expect(link).toHaveAttribute('href', /acme\.slack\.com\/archives/)
  await ada.setViewportSize({ width: 360, height: 720 })

  // The channel is the team's, so customers cannot share it. With another one, the settings are shown.
  await ada.goto(`/inboxes/${id}/integrations/slack/support`)
  slack.channel = 'C0SHARED'
  await ada.getByRole('button', { name: 'Connect' }).click()
  await ada.getByLabel('Take every message').uncheck()
  await expect(ada.getByLabel('Take every message')).toBeEnabled()
  await ada.reload()
  await expect(ada.getByLabel('Take every message')).not.toBeChecked()
  await expect(ada.getByLabel('Take messages that are tagged')).toBeChecked()
  await expectAccessible(ada)
  await expectToFit(ada)

  await ada.goto(`/inboxes/${id}/integrations/slack/reply`)
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Slack?' })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Disconnect' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  await slack.stop()
})

test('says what an operator has to set', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await ada.goto('/integrations/slack/reply')
  await expect(ada.getByRole('alert')).toContainText(
    'An operator has to set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_SIGNING_SECRET. The documentation shows each step.',
  )
  await expect(ada.getByRole('button', { name: 'Connect' })).toBeDisabled()
  await expectAccessible(ada)
  const [page] = await Promise.all([
    ada.waitForEvent('popup'),
    ada.getByRole('link', { name: 'The documentation' }).click(),
  ])
  await expect(page.getByRole('heading', { level: 1, name: 'Slack' })).toBeVisible()
})
