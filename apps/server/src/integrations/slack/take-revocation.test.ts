import { expect, test, vi } from 'vitest'
import { jobsDone, mailsTo } from '../../../test/mail.js'
import { connectSlack, slackStory, soon, startSlackServer } from '../../../test/slack/slack-story.js'

test('a removed app and revoked tokens are said at once, with one mail', async () => {
  const { ada, server, happens } = await slackStory(await startSlackServer())
  const state = async () => (await ada.data('GET', '/api/connected_services'))[0]
  // Tokens of people, tokens of another bot, and something that happened before the connection.
  await happens({ type: 'tokens_revoked', tokens: { oauth: ['U0ADA'] } })
  await happens({ type: 'tokens_revoked', tokens: { bot: ['U0OTHER'] } })
  await happens({ type: 'app_uninstalled' }, { event_time: 1_700_000_000 })
  await jobsDone(server)
  expect(await state()).toMatchObject({ state: 'working', failure: null })

  const event_time = Math.floor(Date.now() / 1_000)
  await happens({ type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0BOT'] } }, { event_time })
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ state: 'revoked', failure: 'tokens_revoked' }),
    soon,
  )
  await happens({ type: 'app_uninstalled' }, { event_time })
  await jobsDone(server)
  const mails = await mailsTo(server, ada.email)
  expect(mails.filter(({ subject }) => subject.includes('Slack'))).toHaveLength(1)
  expect(await state()).toMatchObject({ state: 'revoked', failure: 'tokens_revoked' })

  expect((await connectSlack(ada)).status).toBe(200)
  expect(await state()).toMatchObject({ state: 'working', failure: null })
})
