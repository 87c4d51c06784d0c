import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { jobsDone, mailsTo, mailTo, tokenIn } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany, newTeammate } from '../../../../test/story.js'

const SUBJECT = 'Verify your email address'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const verify = (token: unknown) => new Client(server.url).post('/api/verify_email', { token })
const refused = { status: 401, body: { error: { status: 401, message: 'Invalid verification token' } } }

async function ada() {
  const { admin } = await newCompany(server, 'Acme', 'ada')
  return { ada: admin, token: tokenIn(await mailTo(server, admin.email, SUBJECT)) }
}

test('registering sends a link that verifies the email', async () => {
  const { ada: admin, token } = await ada()
  const mail = await mailTo(server, admin.email, SUBJECT)
  expect(mail.text).toContain(`${server.platform.config.base_url}/verify?token=${token}`)
  expect(mail.html).toContain('Acme')
  expect(await admin.data('GET', '/api/me')).toMatchObject({ email_confirmed: false })

  expect((await verify(token)).body).toEqual({ data: { success: true } })
  expect(await admin.data('GET', '/api/me')).toMatchObject({ email_confirmed: true })
  // A mail scanner may have opened it first, so opening it again succeeds.
  expect((await verify(token)).body).toEqual({ data: { success: true, message: 'Email already verified!' } })
})

test('invited users get a link, too', async () => {
  const company = await newCompany(server, 'Acme', 'ada')
  const ben = await newTeammate(server, company, 'ben')
  expect((await verify(tokenIn(await mailTo(server, ben.email, SUBJECT)))).status).toBe(200)
  expect(await company.admin.data('GET', '/api/me')).toMatchObject({ email_confirmed: false })
})

test('nothing else verifies an email', async () => {
  const { token } = await ada()
  for (const bad of ['', null, undefined, 'null', randomUUID(), `${token}x`, token.slice(1)]) {
    expect(await verify(bad)).toMatchObject(refused)
  }
  expect((await verify({ $ne: null })).status).toBe(422)
  const { db } = databaseOf(server.platform)
  const stored = await db.selectFrom('users').select('email_confirmation_token_hash').execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('rejects an expired link, and the link of a disabled user', async () => {
  const { db } = databaseOf(server.platform)
  const { ada: old, token } = await ada()
  const sent = { email_confirmation_sent_at: new Date(Date.now() - 3 * 24 * 3_600_000 - 1_000) }
  await db.updateTable('users').set(sent).where('id', '=', old.id).execute()
  expect(await verify(token)).toMatchObject(refused)

  const { ada: gone, token: theirs } = await ada()
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', gone.id).execute()
  expect(await verify(theirs)).toMatchObject(refused)
})

test('a link can be sent again and replaces the first', async () => {
  const { ada: admin, token } = await ada()
  expect((await admin.post('/api/verify_email/resend')).body).toEqual({ data: { ok: true } })
  const second = tokenIn(await mailTo(server, admin.email, SUBJECT, 1))
  expect(second).not.toBe(token)
  expect(await verify(token)).toMatchObject(refused)
  expect((await verify(second)).status).toBe(200)

  // Nothing to verify: no email.
  expect((await admin.post('/api/verify_email/resend')).body).toEqual({ data: { ok: true } })
  await jobsDone(server)
  expect(await mailsTo(server, admin.email)).toHaveLength(2)
  expect((await new Client(server.url).post('/api/verify_email/resend')).status).toBe(401)
})

test('limits resending and guessing', async () => {
  const { ada: admin } = await ada()
  const answers = []
  for (let time = 0; time < 7; time += 1) answers.push(await admin.post('/api/verify_email/resend'))
  // The email at registration was the first of five a day.
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429, 429])
  expect(answers[4]?.body.error.message).toMatch(/^We have sent you enough/)
  expect(answers[5]?.body.error.message).toMatch(/^Too many requests/)
  await jobsDone(server)
  expect(await mailsTo(server, admin.email)).toHaveLength(5)

  const guesser = new Client(server.url)
  const guesses = await Promise.all(Array.from({ length: 70 }, () => guesser.post('/api/verify_email', { token: 'x' })))
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
})

test('founding and deleting companies cannot flood a mailbox', async () => {
  const email = `victim-${randomUUID()}@example.com`
  const password = 'correct horse battery'
  const user = { company_name: 'Spam', email, password, password_confirmation: password }
  for (let time = 0; time < 7; time += 1) {
    const client = new Client(server.url)
    client.token = (await client.data('POST', '/api/registration', { user })).token
    expect((await client.call('DELETE', '/api/accounts/me', { password })).status).toBe(204)
  }
  await jobsDone(server)
  expect((await mailsTo(server, email)).length).toBeLessThanOrEqual(5)
})

test('a company’s name cannot carry a message', async () => {
  const client = new Client(server.url)
  const password = 'correct horse battery'
  const names = ['You won! https://evil.example/', '<script>alert(1)</script>', '<img src=x>"Acme\' & Sons']
  for (const company_name of names) {
    const to = `victim-${randomUUID()}@example.com`
    const user = { company_name, email: to, password, password_confirmation: password }
    await client.data('POST', '/api/registration', { user })
    const { html, text } = await mailTo(server, to, SUBJECT)
    expect(`${html}${text}`).not.toContain('evil.example')
    expect(html).not.toMatch(/<script|<img/)
  }
})
