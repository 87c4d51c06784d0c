import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { NO_ACCOUNT } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { jobsDone, mailsTo, mailTo, tokenIn } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany, newTeammate } from '../../../../test/story.js'
import { mailReset } from './request-reset.js'

const SUBJECT = 'Reset your password'
const password = 'correct horse battery'
const changed = { password: 'a new password', password_confirmation: 'a new password' }
const refused = { status: 401, body: { error: { status: 401, message: 'Invalid or expired password reset link' } } }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const ask = (email: unknown) => new Client(server.url).post('/api/reset_password', { email })
const reset = (token: unknown, chosen: object = changed) =>
  new Client(server.url).put('/api/reset_password', { token, ...chosen })
const signIn = (email: string, password: string) =>
  new Client(server.url).post('/api/session', { user: { email, password } })

async function adaForgot() {
  const { admin } = await newCompany(server, 'Acme', 'ada')
  expect((await ask(` ${admin.email.toUpperCase()} `)).body).toEqual({ data: { ok: true } })
  const mail = await mailTo(server, admin.email, SUBJECT)
  return { ada: admin, mail, token: tokenIn(mail) }
}

test('a user resets a forgotten password by link', async () => {
  const { ada, mail, token } = await adaForgot()
  expect(mail.text).toContain(`${server.platform.config.base_url}/reset?token=${token}`)

  expect((await reset(token)).body).toEqual({ data: { success: true, email: ada.email } })

  expect((await signIn(ada.email, password)).status).toBe(401)
  ada.token = (await signIn(ada.email, changed.password)).body.data.token
  // Only the owner can have read the email.
  expect(await ada.data('GET', '/api/me')).toMatchObject({ id: ada.id, email_confirmed: true })
  // The link is used up.
  expect(await reset(token)).toMatchObject(refused)
})

test('a reset ends all sessions: calls, sockets, renewals', async () => {
  const { ada, token } = await adaForgot()
  const other = new Client(server.url)
  const tokens = (await signIn(ada.email, password)).body.data
  other.token = tokens.token
  await other.join(`notification:${ada.account_id}`)

  await reset(token)

  await expect.poll(() => other.line.state()).toBe('reconnecting')
  for (const client of [ada, other]) expect((await client.get('/api/me')).status).toBe(401)
  const renewal = await other.call('POST', '/api/session/renew', undefined, { authorization: tokens.renew_token })
  expect(renewal.status).toBe(401)
})

test('answers an unknown email alike, with the same work and no email', async () => {
  const unknown = `nobody-${randomUUID()}@acme.test`
  for (const email of [unknown, '', null, undefined, 'no address', '   ']) {
    expect(await ask(email)).toMatchObject({ status: 200, body: { data: { ok: true } } })
  }
  await jobsDone(server)
  expect(await mailsTo(server, unknown)).toEqual([])
})

test('a rejected password does not use up the link', async () => {
  const { ada, token } = await adaForgot()
  const attempts: Array<[object, object]> = [
    [{}, { password: ["can't be blank"] }],
    [{ password: 'short', password_confirmation: 'short' }, { password: ['should be at least 8 character(s)'] }],
    [{ password: 'long enough' }, { password_confirmation: ['does not match confirmation'] }],
    [
      { password: 'long enough', password_confirmation: 'other' },
      { password_confirmation: ['does not match confirmation'] },
    ],
  ]
  for (const [chosen, errors] of attempts) {
    expect((await reset(token, chosen)).body.error).toEqual({ status: 422, message: 'Unprocessable Entity', errors })
  }
  expect((await signIn(ada.email, password)).status).toBe(200)
  expect((await reset(token)).status).toBe(200)
})

test('no other token works', async () => {
  const { ada, token } = await adaForgot()
  for (const bad of ['', null, undefined, 'null', randomUUID(), `${token}x`]) {
    expect(await reset(bad)).toMatchObject(refused)
  }
  expect((await reset({ $ne: null })).status).toBe(422)
  expect((await signIn(ada.email, password)).status).toBe(200)
})

test('rejects an expired link, a replaced link, and the link of a disabled user', async () => {
  const { db } = databaseOf(server.platform)
  const late = await adaForgot()
  const sent = { password_reset_sent_at: new Date(Date.now() - 3_601_000) }
  await db.updateTable('users').set(sent).where('id', '=', late.ada.id).execute()
  expect(await reset(late.token)).toMatchObject(refused)

  const twice = await adaForgot()
  await ask(twice.ada.email)
  const second = tokenIn(await mailTo(server, twice.ada.email, SUBJECT, 1))
  expect(await reset(twice.token)).toMatchObject(refused)
  expect((await reset(second)).status).toBe(200)

  const gone = await adaForgot()
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', gone.ada.id).execute()
  expect(await reset(gone.token)).toMatchObject(refused)
  await ask(gone.ada.email)
  await jobsDone(server)
  expect((await mailsTo(server, gone.ada.email)).filter(({ subject }) => subject === SUBJECT)).toHaveLength(1)
})

test('parallel uses of one link change the password once', async () => {
  const { token } = await adaForgot()
  const both = await Promise.all([reset(token), reset(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('a link works for one user only', async () => {
  const company = await newCompany(server, 'Acme', 'ada')
  const ben = await newTeammate(server, company, 'ben')
  await ask(ben.email)
  const token = tokenIn(await mailTo(server, ben.email, SUBJECT))
  const chosen = { ...changed, email: company.admin.email, user_id: company.admin.id }
  expect((await reset(token, chosen)).body.data.email).toBe(ben.email)
  expect((await company.admin.get('/api/me')).status).toBe(200)
})

test('limits requests and guesses by IP and by user', async () => {
  const { ada } = await adaForgot()
  const asked = []
  const stranger = new Client(server.url)
  for (let time = 0; time < 7; time += 1) {
    asked.push(await stranger.post('/api/reset_password', { email: ada.email }))
  }
  expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
  await jobsDone(server)
  expect((await mailsTo(server, ada.email)).filter(({ subject }) => subject === SUBJECT).length).toBeLessThanOrEqual(5)

  const one = new Client(server.url)
  const many = await Promise.all(
    Array.from({ length: 25 }, () => one.post('/api/reset_password', { email: `${randomUUID()}@acme.test` })),
  )
  expect(many.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () => one.put('/api/reset_password', { token: randomUUID(), ...changed })),
  )
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
})

test('attempts to send that failed do not use up the limit', async () => {
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  await jobsDone(server)
  const run = () => mailReset.run(server.platform.account(NO_ACCOUNT), { user_id: ada.id }, server.platform)
  const down = vi.spyOn(server.platform.mail, 'sendMail').mockRejectedValue(new Error('connection refused'))
  for (let attempt = 0; attempt < 6; attempt += 1) await expect(run()).rejects.toThrow('connection refused')
  down.mockRestore()
  await run()
  expect((await reset(tokenIn(await mailTo(server, ada.email, SUBJECT)))).status).toBe(200)
})
