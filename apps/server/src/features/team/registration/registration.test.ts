import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { startTestServer, theServer } from '../../../../test/server.js'
import { newInviteToken, story } from '../../../../test/story.js'
import { isEmail } from '../../mail/mails/address.js'

const email = () => `somebody-${randomUUID()}@acme.test`
const good = () => ({
  company_name: 'Acme',
  email: email(),
  password: 'a good password',
  password_confirmation: 'a good password',
})

test('a new company has an admin and a primary inbox', async () => {
  const { url } = await theServer()
  const client = new Client(url)
  const { status, body } = await client.post('/api/registration', { user: good() })
  expect(status).toBe(200)
  expect(Object.keys(body.data).toSorted()).toEqual(['renew_token', 'token'])

  client.token = body.data.token
  expect((await client.get('/api/me')).body.data.role).toBe('admin')
  expect((await client.get('/api/inboxes')).body.data).toMatchObject([{ name: 'Primary Inbox', is_primary: true }])
  const account = (await client.get('/api/accounts/me')).body.data
  expect(account).toMatchObject({ company_name: 'Acme', subscription_plan: 'team', working_hours: [], settings: null })
  expect(account.users).toHaveLength(1)
})

test('nobody chooses their account or their role', async () => {
  const { acme, server } = await story()
  const client = new Client(server.url)
  const { body } = await client.post('/api/registration', {
    user: { ...good(), account_id: acme.id, role: 'admin', id: 1 },
  })
  client.token = body.data.token
  expect((await client.get('/api/me')).body.data.account_id).not.toBe(acme.id)
})

test.each([
  [{ company_name: '  ' }, { company_name: ["can't be blank"] }],
  [{ email: '' }, { email: ["can't be blank"] }],
  [{ email: 'nonsense' }, { email: ['has invalid format'] }],
  [{ password: 'short', password_confirmation: 'short' }, { password: ['should be at least 8 character(s)'] }],
  [{ password: '🐘🐘🐘🐘', password_confirmation: '🐘🐘🐘🐘' }, { password: ['should be at least 8 character(s)'] }],
  [
    { password: 'Password1', password_confirmation: 'Password1' },
    { password: ['is too common: others guess it first'] },
  ],
  [
    { password: '1q2w3e4r5t', password_confirmation: '1q2w3e4r5t' },
    { password: ['is too common: others guess it first'] },
  ],
  [{ password_confirmation: 'other' }, { password_confirmation: ['does not match confirmation'] }],
  [{ password_confirmation: undefined }, { password_confirmation: ['does not match confirmation'] }],
])('refuses %j', async (change, errors) => {
  const { url } = await theServer()
  const { status, body } = await new Client(url).post('/api/registration', { user: { ...good(), ...change } })
  expect(status).toBe(422)
  expect(body.error).toEqual({ status: 422, message: "Couldn't create user", errors })
})

test.each(['🐘'.repeat(8), '🐘'.repeat(4096)])('a password is as long as it looks', async (password) => {
  const { url } = await theServer()
  const user = { ...good(), password, password_confirmation: password }
  expect((await new Client(url).post('/api/registration', { user })).status).toBe(200)
  expect((await new Client(url).post('/api/session', { user: { email: user.email, password } })).status).toBe(200)
})

test('an address belongs to one person, however it is spelled and however fast they are', async () => {
  const { url } = await theServer()
  const user = good()
  const twice = await Promise.all(
    [user, { ...user, email: user.email.toUpperCase() }].map((user) =>
      new Client(url).post('/api/registration', { user }),
    ),
  )
  expect(twice.map((answer) => answer.status).toSorted()).toEqual([200, 422])
  const refused = twice.find((answer) => answer.status === 422)
  expect(refused?.body.error.errors).toEqual({ email: ['has already been taken'] })
})

test('an invitation leads into its account as a member', async () => {
  const { ada, ben, server, acme } = await story()
  expect((await ben.get('/api/me')).body.data).toMatchObject({ account_id: ada.account_id, role: 'user' })

  const expired = await newInviteToken(server, acme.id, new Date())
  const attempt = (invite_token: string) =>
    new Client(server.url).post('/api/registration', { user: { ...good(), invite_token } })
  for (const token of [randomUUID(), 'nonsense']) {
    expect((await attempt(token)).body.error).toEqual({ status: 403, message: 'Invalid invitation token' })
  }
  expect((await attempt(expired)).body.error).toEqual({ status: 403, message: 'Invitation token has expired' })
})

test('an install can close its door to new companies', async () => {
  const { url } = await startTestServer({ env: { REGISTRATION_DISABLED: 'true' } })
  const { status, body } = await new Client(url).post('/api/registration', { user: good() })
  expect(status).toBe(403)
  expect(body.error.message).toBe('An invitation token is required to register')
})

test.each([
  ['ada@acme.test', true],
  ['a.b+c@sub.acme-inc.test', true],
  ['ada@@acme.test', false],
  ['ada@-acme.test', false],
  ['ada@acme..test', false],
  [`${'a'.repeat(65)}@acme.test`, false],
  ['ada smith@acme.test', false],
])('%s is an address: %s', (text, is) => {
  expect(isEmail(text)).toBe(is)
})

test('registering is limited, by person and by address', async () => {
  const { url } = await theServer()
  const user = { ...good(), password: 'short' }
  const client = new Client(url)
  const same = await Promise.all(Array.from({ length: 12 }, () => client.post('/api/registration', { user })))
  expect(same.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
  const one = new Client(url)
  const many = await Promise.all(
    Array.from({ length: 35 }, () => one.post('/api/registration', { user: { ...user, email: email() } })),
  )
  expect(many.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3)
})
