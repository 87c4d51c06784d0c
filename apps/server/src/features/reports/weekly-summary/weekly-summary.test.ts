import { expect, test } from 'vitest'
import { insertPastConversation, insertPastMessage } from '../../../../test/past-conversations.js'
import { jobsDone, mailsTo, mailTo, reactionsDone } from '../../../../test/mail.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { summarizeWeek, weekDueAt } from './summarize-week.js'
import { accountsWithSummaries } from './unscoped.js'

const MONDAY_MORNING = '2024-03-11T08:30:00Z'
const SUBJECT = /^Your week at /

test("is due on Monday from eight o'clock and on Tuesday, by the account's clocks", () => {
  const due = (zone: string, at: string) => weekDueAt(zone, Date.parse(at))
  expect(due('UTC', '2024-03-11T07:59:59Z')).toBe(undefined)
  expect(due('UTC', '2024-03-11T08:00:00Z')).toBe('2024-03-04')
  expect(due('UTC', '2024-03-12T23:59:59Z')).toBe('2024-03-04')
  expect(due('UTC', '2024-03-13T00:00:00Z')).toBe(undefined)
  expect(due('Asia/Kolkata', '2024-03-11T02:29:00Z')).toBe(undefined)
  expect(due('Asia/Kolkata', '2024-03-11T02:30:00Z')).toBe('2024-03-04')
  expect(due('America/New_York', '2024-03-11T12:00:00Z')).toBe('2024-03-04')
})

test('mails the last week once to those who want it', async () => {
  const { ada, ben, grace, acme, carla, server } = await story()
  const { pool } = databaseOf(server.platform)
  const created_at = new Date('2024-03-06T10:00:00Z')
  const first_replied_at = new Date('2024-03-06T11:05:12Z')
  const ids = { account_id: acme.id, customer_id: carla.customer_id }
  const conversation_id = await insertPastConversation(pool, { ...ids, created_at, first_replied_at })
  await insertPastMessage(pool, { ...ids, conversation_id, created_at })
  await reactionsDone(server)
  await ada.data('PUT', '/api/user_settings', { user_settings: { email_weekly_summary: true } })
  expect(await accountsWithSummaries(server.platform)).toContain(acme.id)

  const run = (moment: string) => summarizeWeek.run(server.platform.account(acme.id), { moment }, server.platform)
  await run('2024-03-10T12:00:00Z')
  // As two processes do it at the same time, and once more an hour later.
  await Promise.all([run(MONDAY_MORNING), run(MONDAY_MORNING)])
  await run('2024-03-11T09:30:00Z')
  const { text } = await mailTo(server, ada.email, SUBJECT)
  await jobsDone(server)
  expect(text).toContain('From March 4, 2024 to March 10, 2024:')
  expect(text).toContain('New conversations: 1')
  expect(text).toContain('Messages received: 1, sent: 0')
  expect(text).toContain('Median time to first reply: 1:05:12')
  expect(text).not.toContain('resolution')
  expect(text).toContain('/reporting?from=2024-03-04&to=2024-03-10')
  const summaries = async (email: string) =>
    (await mailsTo(server, email)).filter(({ subject }) => SUBJECT.test(subject)).length
  expect([await summaries(ada.email), await summaries(ben.email), await summaries(grace.email)]).toEqual([1, 0, 0])

  // The next week, and not to somebody who turned it off.
  await run('2024-03-18T08:30:00Z')
  await mailTo(server, ada.email, SUBJECT, 1)
  await ada.data('PUT', '/api/user_settings', { user_settings: { email_weekly_summary: false } })
  await run('2024-03-25T08:30:00Z')
  await jobsDone(server)
  expect(await summaries(ada.email)).toBe(2)
})
