import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Answer } from '../../../../test/client.js'
import { jobsDone } from '../../../../test/mail.js'
import { startMailServer } from '../../../../test/mail-server.js'
import { expectErrors } from '../../../../test/logged-errors.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newInviteToken } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { hashInvitationToken } from '../invitations/queries.js'
import { deleteExpiredPending } from './unscoped.js'

const FINISH = 'Finish your registration'
const EXISTS = 'You already have an account'
const password = 'correct horse battery'
const accepted = { status: 202, body: { data: { check_email: true } } }
const refused = { status: 401, body: { error: { status: 401, message: 'Invalid or expired registration link' } } }

let mails: Awaited<ReturnType<typeof startMailServer>>
let server: TestServer
beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${mails.port}` } })
})
afterAll(() => mails.stop())

const somebody = () => `somebody-${randomUUID()}@acme.test`
const register = (email: string, more: object = {}, redirect?: unknown) =>
  new Client(server.url).post('/api/registration', {
    user: { company_name: 'Acme', email, password, password_confirmation: password, ...more },
    redirect,
  })
const confirm = (token: unknown, chosen: unknown = password) =>
  new Client(server.url).post('/api/registration/confirm', { token, password: chosen })
const signIn = (email: string) => new Client(server.url).post('/api/session', { user: { email, password } })

/** The links of all mails with this subject, oldest first, once all jobs are done. */
async function linksTo(email: string, subject = FINISH) {
  await jobsDone(server)
  const fitting = (await mails.mailsTo(email)).filter((mail) => mail.subject === subject)
  return fitting.map(({ text = '' }) => new URL(/https?:\S+/.exec(text)?.[0] ?? ''))
}
const tokenIn = (url: URL | undefined) => url?.searchParams.get('token') ?? ''

async function ask(email = somebody(), more: object = {}) {
  expect(await register(email, more)).toMatchObject(accepted)
  return { email, token: tokenIn((await linksTo(email)).at(-1)) }
}
async function newUser() {
  const { email, token } = await ask()
  const { status, body } = await confirm(token)
  expect(status).toBe(200)
  const client = new Client(server.url)
  client.token = body.data.token
  return { email, token, client }
}
const pendingOf = (email: string) =>
  databaseOf(server.platform).db.selectFrom('pending_registrations').selectAll().where('email', '=', email).execute()

test('the emailed link and the chosen password finish the registration', async () => {
  const email = somebody()
  expect(await register(email)).toMatchObject(accepted)
  expect((await signIn(email)).status).toBe(401)
  const [url] = await linksTo(email)
  expect(url?.href).toMatch(`${server.platform.config.base_url}/register/confirm?token=`)

  const { body } = await confirm(tokenIn(url))
  expect(Object.keys(body.data).toSorted()).toEqual(['renew_token', 'token'])
  const client = new Client(server.url)
  client.token = body.data.token
  expect(await client.data('GET', '/api/me')).toMatchObject({ email, role: 'admin', email_confirmed: true })
  expect(await client.data('GET', '/api/inboxes')).toMatchObject([{ is_primary: true }])
  expect((await signIn(email)).status).toBe(200)
  // They have read one email, so no other asks them to verify the address.
  await jobsDone(server)
  expect(await mails.mailsTo(email)).toHaveLength(1)
})

test('a free and a taken email get the same answer, down to the headers', async () => {
  const { email: taken } = await newUser()
  const shown = ({ status, headers, body }: Answer) => {
    const { date: _date, 'x-request-id': _random, ...rest } = Object.fromEntries(headers)
    return { status, body, headers: rest }
  }
  const [free, known] = [await register(somebody()), await register(taken)]
  expect(shown(known)).toEqual(shown(free))
  expect(known).toMatchObject(accepted)

  expect(await linksTo(taken)).toHaveLength(1)
  const [mail] = (await mails.mailsTo(taken)).filter(({ subject }) => subject === EXISTS)
  const { base_url } = server.platform.config
  expect(mail?.text).toContain(`${base_url}/login\n`)
  expect(mail?.text).toContain(`${base_url}/reset-password\n`)
  expect(mail?.text).not.toContain('token')
  expect(await pendingOf(taken)).toEqual([])
})

test('a rejected call does not reveal whether the email is taken', async () => {
  const { email: taken } = await newUser()
  const short = { password: 'short', password_confirmation: 'short' }
  const errors = { password: ['should be at least 8 character(s)'] }
  for (const email of [taken, somebody()]) expect((await register(email, short)).body.error.errors).toEqual(errors)
  expect((await register('nonsense')).body.error.errors).toEqual({ email: ['has invalid format'] })
  expect((await register(taken, { company_name: ' ' })).body.error.errors).toEqual({
    company_name: ["can't be blank"],
  })
})

test('answers without a look at the users', async () => {
  const { email: taken } = await newUser()
  const other = new pg.Client({ connectionString: server.platform.config.database_url })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('lock table users in access exclusive mode')
    expect(await register(taken)).toMatchObject(accepted)
    expect(await register(somebody())).toMatchObject(accepted)
  } finally {
    await other.end()
  }
})

test('every spelling of a taken email is taken', async () => {
  const { email } = await newUser()
  const spellings = [email.toUpperCase(), ` ${email} `, email.replace('e', '\uff45')]
  for (const spelling of spellings) expect(await register(spelling)).toMatchObject(accepted)
  expect(await linksTo(email)).toHaveLength(1)
  expect(await linksTo(email, EXISTS)).toHaveLength(spellings.length)
})

test('emails an existing user in the language of their account', async () => {
  const { email, client } = await newUser()
  await client.data('PUT', '/api/accounts/me', { account: { language: 'de' } })
  await register(email)
  expect(await linksTo(email, 'Sie haben bereits ein Konto')).toHaveLength(1)
})

test('a link works once', async () => {
  const { token, client } = await newUser()
  expect(await confirm(token)).toMatchObject(refused)
  expect((await client.get('/api/me')).status).toBe(200)

  const again = await ask()
  const both = await Promise.all([confirm(again.token), confirm(again.token)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('rejects wrong passwords, and the link after ten of them', async () => {
  const { email, token } = await ask()
  for (let time = 0; time < 9; time += 1) {
    const { status, body } = await confirm(token, time === 0 ? null : 'a wrong password')
    expect([status, body.error.message]).toEqual([422, 'Wrong password'])
  }
  const guesses = await Promise.all(Array.from({ length: 5 }, () => confirm(token, 'another wrong password')))
  expect(guesses.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 422])
  expect(await confirm(token)).toMatchObject(refused)
  expect((await signIn(email)).status).toBe(401)
})

test('rejects other tokens', async () => {
  const { token } = await ask()
  for (const bad of ['', null, undefined, 'null', randomUUID(), `${token}x`]) {
    expect(await confirm(bad)).toMatchObject(refused)
  }
  expect((await confirm({ $ne: null })).status).toBe(422)
  expect((await confirm(token)).status).toBe(200)
})

test('a stranger who registers the same email gets no account and does not block its owner', async () => {
  const email = somebody()
  const theirs = { password: 'the stranger knows', password_confirmation: 'the stranger knows' }
  const { token: strangers } = await ask(email, theirs)
  const { token: own } = await ask(email)
  expect(own).not.toBe(strangers)

  // The owner opens the wrong email first.
  expect((await confirm(strangers)).body.error.message).toBe('Wrong password')
  expect((await confirm(own)).status).toBe(200)
  expect(await confirm(strangers, 'the stranger knows')).toMatchObject(refused)
  expect(await pendingOf(email)).toEqual([])
})

test('rejects an expired link and removes its registration', async () => {
  const { email, token } = await ask()
  const { db } = databaseOf(server.platform)
  const day = 24 * 3_600_000
  const [pending] = await pendingOf(email)
  expect(Math.abs((pending?.expires_at.getTime() ?? 0) - Date.now() - day)).toBeLessThan(60_000)
  const past = { expires_at: new Date(Date.now() - 1_000) }
  await db.updateTable('pending_registrations').set(past).where('email', '=', email).execute()
  expect(await confirm(token)).toMatchObject(refused)
  const { email: other } = await ask()
  await deleteExpiredPending(server.platform)
  expect(await pendingOf(email)).toEqual([])
  expect(await pendingOf(other)).toHaveLength(1)
})

test('rejects a link whose email was taken in the meantime', async () => {
  const { email, token } = await ask()
  const invite_token = await newInviteToken(server, (await accountOf(await newUser())).id)
  const { db } = databaseOf(server.platform)
  const bound = { email, max_uses: 1 }
  await db
    .updateTable('user_invitations')
    .set(bound)
    .where('token_hash', '=', hashInvitationToken(invite_token))
    .execute()
  expect((await register(email, { invite_token })).status).toBe(200)
  const { status, body } = await confirm(token)
  expect([status, body.error.errors]).toEqual([422, { email: ['has already been taken'] }])
})

const accountOf = async ({ client }: { client: Client }) => client.data('GET', '/api/accounts/me')

test('an open invitation link is confirmed by email, an emailed invitation is not', async () => {
  const founder = await newUser()
  const { id: account_id } = await accountOf(founder)
  const invite_token = await newInviteToken(server, account_id)
  // Otherwise a stranger could test emails with an invitation of their own company.
  expect(await register(founder.email, { invite_token })).toMatchObject(accepted)
  const { token } = await ask(somebody(), { invite_token })
  const ben = new Client(server.url)
  ben.token = (await confirm(token)).body.data.token
  expect(await ben.data('GET', '/api/me')).toMatchObject({ account_id, role: 'user', email_confirmed: true })

  const unused = await ask(somebody(), { invite_token })
  const { db } = databaseOf(server.platform)
  const rows = db.updateTable('user_invitations').where('token_hash', '=', hashInvitationToken(invite_token))
  await rows.set({ max_uses: 1 }).execute()
  expect((await confirm(unused.token)).body.error.message).toBe('Invitation token has already been used')
  await db.deleteFrom('user_invitations').where('account_id', '=', account_id).execute()
  expect(await confirm(unused.token)).toMatchObject(refused)
})

test('the link keeps the redirect, but never to another site', async () => {
  const wanted: Array<[unknown, string | null]> = [
    ['/conversations/closed?x=1', '/conversations/closed?x=1'],
    ['//evil.example/x', null],
    ['https://evil.example', null],
    ['/login', null],
    [null, null],
  ]
  for (const [redirect, kept] of wanted) {
    const email = somebody()
    expect(await register(email, {}, redirect)).toMatchObject(accepted)
    const [url] = await linksTo(email)
    expect(url?.searchParams.get('redirect')).toBe(kept)
  }
  const { email } = await newUser()
  await register(email, {}, '/tags')
  expect((await linksTo(email, EXISTS))[0]?.searchParams.get('redirect')).toBe('/tags')
})

test('sends at most five emails an hour to one address, and keeps no other registrations', async () => {
  const email = somebody()
  const answers = await Promise.all(Array.from({ length: 8 }, () => register(email)))
  expect(answers.every(({ status }) => status === 202)).toBe(true)
  expect(await linksTo(email)).toHaveLength(5)
  expect(await pendingOf(email)).toHaveLength(5)
})

test('stores no email in the queue and no token in the database', async () => {
  const { pool } = databaseOf(server.platform)
  await pool.query(`create table kept as select payload::text from graphile_worker._private_jobs where false`)
  await pool.query(`create function keep() returns trigger language plpgsql as
    $$ begin insert into kept values (new.payload::text); return new; end $$`)
  await pool.query(
    `create trigger keep after insert on graphile_worker._private_jobs for each row execute function keep()`,
  )
  const { email, token } = await ask()
  const { rows } = await pool.query<{ payload: string }>(`select payload from kept where payload like '%pending_id%'`)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('@')
  const stored = JSON.stringify(await pendingOf(email))
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(password)
})

test('sends the email once the mail server is back', async () => {
  expectErrors(/registration\.mail-link.*ECONNREFUSED/)
  const away = await startMailServer()
  await away.stop()
  const install = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${away.port}` } })
  const email = somebody()
  const user = { company_name: 'Acme', email, password, password_confirmation: password }
  expect(await new Client(install.url).post('/api/registration', { user })).toMatchObject(accepted)
  const { pool, db } = databaseOf(install.platform)
  const failures = async () =>
    (await pool.query<{ attempts: number }>('select attempts from graphile_worker.jobs where last_error is not null'))
      .rows[0]?.attempts
  await expect.poll(failures, { timeout: 20_000 }).toBe(1)
  const back = await startMailServer({}, away.port)
  await expect.poll(async () => (await back.mailsTo(email)).length, { timeout: 30_000 }).toBe(1)
  expect(await db.selectFrom('sent_mails').select('kind').execute()).toEqual([{ kind: 'registration' }])
  await back.stop()
})
