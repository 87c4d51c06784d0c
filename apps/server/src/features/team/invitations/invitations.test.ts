import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { jobsDone, mailsTo, mailTo } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { Agent, newCompany, newTeammate, story } from '../../../../test/story.js'

const someone = () => `someone-${randomUUID()}@example.com`
const password = 'correct horse battery'

const join = (url: string, invite_token: unknown, email = someone()) =>
  new Client(url).post('/api/registration', {
    user: { invite_token, email, password, password_confirmation: password },
  })

test('an admin invites by link, and anybody with it joins as a member', async () => {
  const { ada, acme, server } = await story()
  const made = await ada.post('/api/user_invitations', { user_invitation: {} })
  expect(made.status).toBe(201)
  expect(Object.keys(made.body.data).toSorted()).toEqual(['account_id', 'expires_at', 'id', 'max_uses', 'uses'])
  const { id, expires_at } = made.body.data
  expect(made.headers.get('location')).toBe(`/api/user_invitations/${id}`)
  const days = (Date.parse(expires_at) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(2.99)
  expect(days).toBeLessThan(3.01)

  const cleo = await new Agent(server.url).register({ invite_token: id, email: someone() })
  expect(await cleo.data('GET', '/api/me')).toMatchObject({ account_id: acme.id, role: 'user' })
  // Without a maximum of uses it works until it expires.
  expect((await join(server.url, id)).status).toBe(200)
  const named = await ada.data('GET', `/api/user_invitations/${id}`)
  expect(named).toEqual({ ...made.body.data, id: expect.not.stringMatching(id), uses: 2 })
  expect(await ada.data('GET', '/api/user_invitations')).toContainEqual(named)
  expect(await ada.data('GET', `/api/user_invitations/${named.id}`)).toEqual(named)
})

test('members and strangers cannot invite or read invitations', async () => {
  const { ada, ben, grace, acme, server } = await story()
  const { id } = await ada.data('POST', '/api/user_invitations')
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const calls = [
    ['GET', '/api/user_invitations'],
    ['POST', '/api/user_invitations'],
    ['GET', `/api/user_invitations/${id}`],
    ['PUT', `/api/user_invitations/${id}`, { user_invitation: { expires_at } }],
    ['DELETE', `/api/user_invitations/${id}`],
    ['POST', '/api/user_invitation_emails', { to_address: someone() }],
  ] as const
  for (const [method, path, body] of calls) {
    expect(await ben.call(method, path, body)).toMatchObject({ status: 403 })
    expect(await new Client(server.url).call(method, path, body)).toMatchObject({ status: 401 })
    if (path.endsWith(id)) expect(await grace.call(method, path, body)).toMatchObject({ status: 404 })
  }
  expect(await grace.data('GET', '/api/user_invitations')).toEqual([])
  expect((await ada.get('/api/user_invitations/nonsense')).status).toBe(400)

  const changed = await ada.data('PUT', `/api/user_invitations/${id}`, {
    user_invitation: { expires_at, account_id: grace.account_id },
  })
  expect(changed).toMatchObject({ account_id: acme.id, expires_at: `${expires_at.slice(0, 19)}Z` })
  expect((await ada.put(`/api/user_invitations/${id}`, { user_invitation: {} })).status).toBe(422)
  expect((await ada.put(`/api/user_invitations/${id}`, {})).status).toBe(400)
  const never = { user_invitation: { expires_at: '9999-01-01T00:00:00Z' } }
  expect((await ada.call('PATCH', `/api/user_invitations/${id}`, never)).status).toBe(422)
})

test('rejects revoked and expired invitations', async () => {
  const { ada, server } = await story()
  const [first, second] = [
    await ada.data('POST', '/api/user_invitations'),
    await ada.data('POST', '/api/user_invitations'),
  ]
  expect((await ada.delete(`/api/user_invitations/${first.id}`)).status).toBe(204)
  expect((await ada.delete(`/api/user_invitations/${first.id}`)).status).toBe(404)
  await ada.data('PUT', `/api/user_invitations/${second.id}`, {
    user_invitation: { expires_at: new Date(Date.now() - 1_000).toISOString() },
  })

  expect((await join(server.url, first.id)).body.error).toEqual({ status: 403, message: 'Invalid invitation token' })
  expect((await join(server.url, second.id)).body.error).toEqual({
    status: 403,
    message: 'Invitation token has expired',
  })
  for (const token of [randomUUID(), 'nonsense', '-'.repeat(36)]) {
    expect((await join(server.url, token)).body.error.message).toBe('Invalid invitation token')
  }
  // An empty token is no invitation, so a company name is required.
  for (const token of ['', null]) expect((await join(server.url, token)).status).toBe(422)
})

test('limits invitations', async () => {
  const { ada } = await story()
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) {
    statuses.push((await ada.post('/api/user_invitation_emails', { to_address: someone() })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
  const links = await Promise.all(Array.from({ length: 35 }, () => ada.post('/api/user_invitations')))
  expect(links.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3)
})

test.each([
  ['', "can't be blank"],
  [null, "can't be blank"],
  ['nonsense', 'has invalid format'],
  ['a@b.test, c@d.test', 'has invalid format'],
  ['a@b.test\r\nBcc: c@d.test', 'has invalid format'],
])('rejects %j as an email to invite', async (to_address, problem) => {
  const { ada } = await story()
  const { status, body } = await ada.post('/api/user_invitation_emails', { to_address })
  expect({ status, errors: body.error.errors }).toEqual({ status: 422, errors: { to_address: [problem] } })
})

test('rejects inviting a member of the team', async () => {
  const { ada, ben } = await story()
  const { body } = await ada.post('/api/user_invitation_emails', { to_address: ben.email })
  expect(body.error.errors).toEqual({ to_address: ['is already on your team'] })
})

let mailing: TestServer
let quiet: TestServer
let billed: TestServer
beforeAll(async () => {
  mailing = await startTestServer({ env: { USER_INVITATION_EMAIL_ENABLED: 'true' } })
  quiet = await startTestServer()
  billed = await startTestServer({ env: { BILLING_ENABLED: 'true' } })
})

test('an invitation by email works for that email only', async () => {
  const { admin } = await newCompany(mailing, 'Acme', 'ada')
  await admin.data('PUT', '/api/profile', { user_profile: { full_name: 'Ada <b>Morel' } })
  const address = someone()
  const sent = await admin.post('/api/user_invitation_emails', { to_address: ` ${address.toUpperCase()} ` })
  expect({ status: sent.status, body: sent.body }).toEqual({ status: 201, body: {} })

  const mail = await mailTo(mailing, address, /invites you to join Acme$/)
  expect(mail.reply_to).toBe(admin.email)
  expect(mail.html).not.toContain('<b>')
  const link = /\/register\/([0-9a-f-]{36})\?email=(\S+)/.exec(mail.text)
  expect(decodeURIComponent(link?.[2] ?? '')).toBe(address)
  expect(mail.text).toContain(`${mailing.platform.config.base_url}/register/`)

  expect((await join(mailing.url, link?.[1])).body.error).toEqual({
    status: 403,
    message: 'This invitation is for another email address',
  })
  expect((await join(mailing.url, link?.[1], address.toUpperCase())).status).toBe(200)
  expect((await join(mailing.url, link?.[1], address)).body.error).toEqual({
    status: 403,
    message: 'Invitation token has already been used',
  })
})

test('limits invitations to one email, across all senders', async () => {
  const [acme, globex] = [await newCompany(mailing, 'Acme', 'ada'), await newCompany(mailing, 'Globex', 'grace')]
  const to_address = someone()
  const statuses = []
  for (const { admin } of [acme, globex, acme, globex]) {
    statuses.push((await admin.post('/api/user_invitation_emails', { to_address })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 429])
  await jobsDone(mailing)
  expect(await mailsTo(mailing, to_address)).toHaveLength(3)
})

test('limits a company to fifty emails a day, apart from other companies', async () => {
  const [acme, globex] = [await newCompany(mailing, 'Acme', 'ada'), await newCompany(mailing, 'Globex', 'grace')]
  const { db } = databaseOf(mailing.platform)
  const sent = Array.from({ length: 49 }, () => ({
    kind: 'invitation',
    sender: acme.id,
    address_hash: randomBytes(32),
  }))
  await db.insertInto('sent_mails').values(sent).execute()

  const invite = ({ admin }: typeof acme) => admin.post('/api/user_invitation_emails', { to_address: someone() })
  expect(await invite(acme)).toMatchObject({ status: 201 })
  expect(await invite(acme)).toMatchObject({ status: 429 })
  expect(await invite(globex)).toMatchObject({ status: 201 })
})

test('sends no email where invitations are not emailed, and succeeds', async () => {
  const { admin } = await newCompany(quiet, 'Acme', 'ada')
  const to_address = someone()
  expect(await admin.post('/api/user_invitation_emails', { to_address })).toMatchObject({ status: 201, body: {} })
  await jobsDone(quiet)
  expect(await mailsTo(quiet, to_address)).toEqual([])
  expect(await admin.data('GET', '/api/user_invitations')).toHaveLength(1)
})

test('with billing on, a plan limits the seats', async () => {
  const acme = await newCompany(billed, 'Acme', 'ada')
  const { admin } = acme
  expect(await admin.data('GET', '/api/accounts/me')).toMatchObject({ subscription_plan: 'starter' })
  const { id } = await admin.data('POST', '/api/user_invitations')
  // One seat is left for three people.
  const three = await Promise.all([1, 2, 3].map(() => join(billed.url, id)))
  expect(three.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])

  const limit = { status: 403, code: 'plan_limit', message: expect.stringMatching(/^All 2 seats .* upgrade/) }
  expect(three.find(({ status }) => status === 403)?.body.error).toEqual(limit)
  expect((await admin.post('/api/user_invitations')).body.error).toEqual(limit)
  expect((await admin.post('/api/user_invitation_emails', { to_address: someone() })).body.error).toEqual(limit)

  // Disabling a user frees a seat. Enabling needs one.
  const { users } = await admin.data('GET', '/api/accounts/me')
  const member = users.find(({ role }: { role: string }) => role === 'user')
  await admin.data('POST', `/api/users/${member.id}/disable`)
  await newTeammate(billed, acme, 'cleo')
  expect((await admin.post(`/api/users/${member.id}/enable`)).body.error).toEqual(limit)

  const { db } = databaseOf(billed.platform)
  await db.updateTable('accounts').set({ subscription_plan: 'lite' }).where('id', '=', acme.id).execute()
  expect((await admin.post(`/api/users/${member.id}/enable`)).status).toBe(200)
})

test.each([
  ['lite', 4],
  ['team', 10],
] as const)('the %s plan has %i seats', async (subscription_plan, seats) => {
  const acme = await newCompany(billed, 'Acme', 'ada')
  const { db } = databaseOf(billed.platform)
  await db.updateTable('accounts').set({ subscription_plan }).where('id', '=', acme.id).execute()
  const taken = Array.from({ length: seats - 2 }, () => ({ account_id: acme.id, email: someone() }))
  await db.insertInto('users').values(taken).execute()

  const { id } = await acme.admin.data('POST', '/api/user_invitations')
  expect(await join(billed.url, id)).toMatchObject({ status: 200 })
  const full = await join(billed.url, id)
  expect(full.body.error).toMatchObject({ status: 403, code: 'plan_limit' })
  expect(full.body.error.message).toMatch(`All ${seats} seats`)
})
