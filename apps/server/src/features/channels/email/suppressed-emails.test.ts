import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'
import { isSuppressed, suppress } from './suppressed-emails.js'

const LIFT = '/api/suppressed_emails/lift'

test('an admin allows automatic mail again after a bounce or a complaint, and a member does not', async () => {
  const { server, acme, ada, ben, grace } = await story()
  const { platform } = server
  const account = platform.account(acme.id)
  for (const reason of ['bounce', 'complaint'] as const) {
    const email = `carla-${randomUUID()}@example.test`
    await suppress(account, platform, email, reason)
    expect((await ben.post(LIFT, { email })).status).toBe(403)
    expect((await grace.post(LIFT, { email })).status).toBe(404)
    expect(await ben.data('POST', '/api/suppressed_emails/find', { emails: [email] })).toEqual([{ email, reason }])

    expect((await ada.post(LIFT, { email: email.toUpperCase() })).status).toBe(204)
    expect(await isSuppressed(account, platform, email)).toBe(false)
    expect((await ada.post(LIFT, { email })).status).toBe(404)
  }
})

test('an unsubscription stays: only the person can end it', async () => {
  const { server, acme, ada } = await story()
  const account = server.platform.account(acme.id)
  const email = `carla-${randomUUID()}@example.test`
  await suppress(account, server.platform, email, 'unsubscribe')
  const answer = await ada.post(LIFT, { email })
  expect(answer).toMatchObject({ status: 409, body: { error: { message: 'This person has unsubscribed.' } } })
  expect(await isSuppressed(account, server.platform, email)).toBe(true)
})
