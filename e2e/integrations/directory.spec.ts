import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'
import { slackSettings, startSlackServer } from './slack-server.js'

/** With the page of each, below that of its inbox. */
const CHANNELS = {
  'Chat widget': 'chat-widget',
  'Email forwarding': 'email-forwarding',
  Gmail: 'integrations/google/gmail',
  'SMS with Twilio': 'integrations/twilio',
  'Sync with Slack': 'integrations/slack/support',
  'Reply from Slack': 'integrations/slack/reply',
  'Reply from Mattermost': 'integrations/mattermost',
  'Reply from Discord': 'integrations/discord',
}
/** Of the whole account. */
const SERVICES = {
  GitHub: '/integrations/github',
  'Google Sheets': '/integrations/google/sheets',
  HubSpot: '/integrations/hubspot',
  Intercom: '/integrations/intercom',
}

test('the directory lists every integration, and each page explains it and links back', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  const pages = {
    ...Object.fromEntries(Object.entries(CHANNELS).map(([name, path]) => [name, `/inboxes/${id}/${path}`])),
    ...SERVICES,
  }
  await ada.goto('/integrations')
  await expect(ada.getByRole('link', { name: /^Configure / })).toHaveCount(Object.keys(pages).length)
  for (const [name, page] of Object.entries(pages)) {
    const link = ada.getByRole('link', { name: `Configure ${name}`, exact: true })
    await expect(link).toHaveAttribute('href', page)
  }
  await expect(ada.getByText('Not connected', { exact: true })).toHaveCount(Object.keys(pages).length)
  await expect(ada.getByRole('heading', { name: /Popular/ })).toHaveText([/^Chat widget/, /^Reply from Slack/])
  const later = ada.getByRole('listitem').filter({ hasText: 'Coming soon' })
  await expect(later).toHaveText(['Salesforce Coming soon', 'Jira Coming soon', 'Zendesk Coming soon'])
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  const explains = async (name: string, page: string, back: string) => {
    await ada.goto(page)
    await expect(ada.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(ada.getByRole('heading', { name: 'How does it work?' })).toBeVisible()
    await expect(ada.getByRole('main').locator(`a[href="${back}"]`)).toBeVisible()
    await expect(ada.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await expect(ada.getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
  }
  for (const [name, path] of Object.entries(CHANNELS).filter(([, path]) => path.startsWith('integrations/'))) {
    await explains(name, `/inboxes/${id}/${path}`, `/inboxes/${id}`)
    await explains(name, `/${path}`, '/integrations')
  }
  for (const [name, page] of Object.entries(SERVICES)) await explains(name, page, '/integrations')
})

test('on the starter plan the pages of paid integrations offer a trial', async ({ install }) => {
  const { somebody } = await install({ BILLING_ENABLED: 'true' })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  for (const path of ['slack/reply', 'slack/support', 'google/gmail', 'google/sheets']) {
    await ada.goto(`/integrations/${path}`)
    const banner = ada.getByRole('alert').filter({ hasText: 'is only available on the Lite and Team plans.' })
    await expect(banner.getByRole('link', { name: 'Sign up for a free trial' })).toHaveAttribute('href', '/billing')
  }
  await ada.goto('/integrations/mattermost')
  await expect(ada.getByRole('heading', { name: 'How does it work?' })).toBeVisible()
  await expect(ada.getByRole('link', { name: 'Sign up for a free trial' })).toHaveCount(0)
})

test('a return without a code calls nothing, and failures leave the connection as it is', async ({ install }) => {
  const slack = await startSlackServer()
  const { somebody } = await install(slackSettings(slack.url))
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const finished: string[] = []
  ada.on('request', (request) => {
    if (request.url().includes('/api/slack/oauth?')) finished.push(request.url())
  })
  await ada.goto('/integrations/slack?state=reply::nothing')
  await expect(ada).toHaveURL('/integrations/slack/reply?state=reply%3A%3Anothing')
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  expect(finished).toEqual([])

  await ada.goto('/integrations/hubspot?error=access_denied&error_description=Call+this+number')
  const refused = ada.getByRole('alert').filter({ hasText: 'Failed to authorize HubSpot' })
  await expect(refused).toContainText('The connection was not allowed.')
  await expect(refused).not.toContainText('Call this number')
  await expect(ada).toHaveURL('/integrations/hubspot')

  await ada.goto('/integrations/slack/reply')
  await failUntilClick(ada, '**/api/slack/authorizations?*')
  await ada.reload()
  const failure = ada.getByRole('heading', { name: 'Error retrieving the connection to Slack' })
  await expect(failure).toBeVisible()
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()

  await ada.getByRole('button', { name: 'Connect' }).click()
  const card = ada.getByRole('region', { name: 'Connection to Slack' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  expect(finished).toHaveLength(1)
  await ada.route('**/api/slack/authorizations/*', (route) => route.fulfill({ status: 500, json: {} }))
  const logged = ada.waitForEvent('console', (message) => message.text().includes('Slack was not disconnected'))
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Slack?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await logged
  await question.getByRole('button', { name: 'No' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await slack.stop()
})
