import type { Page } from '@playwright/test'
import { startSlack } from '../../apps/server/test/slack/stand-in.js'
import { history } from '../inbox/locators.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { asks } from '../visitors.js'
import { slackSettings } from './slack-server.js'

test('a message that Slack refuses is marked, and an agent sends it again', async ({ install }) => {
  const slack = await startSlack()
  const { somebody } = await install(slackSettings(slack.url))
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await connectSlack(ada)
  const id = await asks(ada, 'Carla', 'Is it open?')
  // The message and the invitation to answer it.
  await expect.poll(() => slack.posts.length).toBe(2)

  await ada.goto(`/conversations/all/${id}`)
  await expect(history(ada).getByText('Is it open?')).toBeVisible()
  slack.fail('chat.postMessage', { error: 'channel_not_found' }, { error: 'is_archived' })
  await ada.getByRole('textbox', { name: 'Reply' }).fill('Yes, until six.')
  await ada.getByRole('button', { name: 'Send', exact: true }).click()
  const mark = history(ada).getByRole('alert')
  await expect(mark).toContainText('Not delivered to Slack: channel_not_found.')
  await expectAccessible(ada)

  // It is there after a reload, and after an attempt that fails for another reason.
  await ada.setViewportSize({ width: 360, height: 720 })
  await ada.reload()
  await expect(mark).toContainText('channel_not_found')
  await expectToFit(ada)
  await mark.getByRole('button', { name: 'Try again' }).click()
  await expect(mark).toContainText('Not delivered to Slack: is_archived.')

  await mark.getByRole('button', { name: 'Try again' }).click()
  await expect(history(ada).getByText('Not delivered to Slack')).toHaveCount(0)
  expect(slack.posts.at(-1)?.text).toBe('Yes, until six.')

  // The admins are asked for a new token, and the message waits.
  slack.fail('chat.postMessage', { error: 'token_revoked' })
  await ada.getByRole('textbox', { name: 'Reply' }).fill('Are you still there?')
  await ada.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(history(ada).getByText('Not delivered to Slack yet: token_revoked.')).toBeVisible()
  await connectSlack(ada)
  await expect(history(ada).getByText('Not delivered to Slack')).toHaveCount(0)
  expect(slack.posts.at(-1)?.text).toBe('Are you still there?')
  await slack.close()
})

/** Without Slack's page, on which the user presses Allow. */
async function connectSlack(ada: Page) {
  const { url } = await call<{ url: string }>(ada, '/api/slack/oauth', { data: {} })
  const state = new URL(url).searchParams.get('state') ?? ''
  await call(ada, `/api/slack/oauth?${new URLSearchParams({ code: 'good', state }).toString()}`)
}
