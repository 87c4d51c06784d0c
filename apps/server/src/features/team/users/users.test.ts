import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { newTeammate, story, type Story } from '../../../../test/story.js'

const password = 'correct horse battery'
const CHANGES = [
  ['POST', 'disable', undefined],
  ['POST', 'enable', undefined],
  ['POST', 'archive', undefined],
  ['PUT', 'role', { role: 'admin' }],
] as const

const promote = ({ ada, ben }: Story) => ada.data('PUT', `/api/users/${ben.id}/role`, { role: 'admin' })

const activeAdmins = async ({ server, acme }: Story) => {
  const { db } = databaseOf(server.platform)
  const admins = db.selectFrom('users').select('id').where('account_id', '=', acme.id).where('role', '=', 'admin')
  return admins.where('disabled_at', 'is', null).where('archived_at', 'is', null).execute()
}

test('lists the team and its users, and no other team’s', async () => {
  const { ada, ben, grace } = await story()
  const ids = async (client: Client, query = '') =>
    (await client.data('GET', `/api/users${query}`)).map(({ id }: { id: number }) => id)

  expect(await ids(ben)).toEqual([ada.id, ben.id])
  expect(await ids(ben, '?role=admin')).toEqual([ada.id])
  expect(await ids(ben, `?email=${encodeURIComponent(ben.email.toUpperCase())}`)).toEqual([ben.id])
  expect(await ids(ben, '?role=&email&active=true')).toEqual([ada.id, ben.id])
  expect(await ids(ben, '?active=false')).toEqual([])
  expect(await ids(ben, '?has_valid_email=true')).toEqual([])
  expect((await ben.get('/api/users?role=owner')).status).toBe(400)

  expect(await ben.data('GET', `/api/users/${ada.id}`)).toMatchObject({
    id: ada.id,
    object: 'user',
    account_id: ada.account_id,
    role: 'admin',
  })
  expect((await grace.get(`/api/users/${ada.id}`)).status).toBe(404)
  expect((await ben.get('/api/users/nonsense')).status).toBe(400)
  expect(await ids(grace)).toEqual([grace.id])
})

test('an admin disables, enables and archives a member', async () => {
  const { ada, ben, server } = await story()
  const team = async () => (await ada.data('GET', '/api/accounts/me')).users.map(({ id }: { id: number }) => id)

  const disabled = await ada.data('POST', `/api/users/${ben.id}/disable`)
  expect(disabled).toMatchObject({ id: ben.id, email: ben.email, role: 'user', archived_at: null })
  expect(disabled.disabled_at).toMatch(/Z$/)
  expect(await ada.data('GET', '/api/users')).toHaveLength(1)
  expect(await team()).toEqual([ada.id, ben.id])

  // Open connections end, and stay closed when the user is enabled again.
  await expect.poll(() => ben.line.state()).toBe('reconnecting')
  expect((await ben.get('/api/me')).body.error.message).toMatch(/^Your account is disabled/)
  const signIn = () => new Client(server.url).post('/api/session', { user: { email: ben.email, password } })
  expect((await signIn()).body.error.message).toMatch(/^Your account is disabled/)
  expect(await ada.data('POST', `/api/users/${ben.id}/enable`)).toMatchObject({ disabled_at: null })
  await expect.poll(async () => (await ben.get('/api/me')).body.error.message).toBe('Not authenticated')
  expect((await signIn()).status).toBe(200)

  expect((await ada.data('POST', `/api/users/${ben.id}/archive`)).archived_at).toMatch(/Z$/)
  expect(await team()).toEqual([ada.id])
  expect((await ada.data('GET', '/api/users?active=false')).map(({ id }: { id: number }) => id)).toEqual([ben.id])
  expect((await signIn()).body.error.message).toMatch(/^Your account is disabled/)
})

test('a renewal of a disabled user gives the reason', async () => {
  const { ada, ben, server } = await story()
  const client = new Client(server.url)
  const tokens = await client.data('POST', '/api/session', { user: { email: ben.email, password } })
  await ada.data('POST', `/api/users/${ben.id}/disable`)
  const renewal = await client.call('POST', '/api/session/renew', undefined, { authorization: tokens.renew_token })
  expect(renewal).toMatchObject({ status: 401 })
  expect(renewal.body.error.message).toMatch(/^Your account is disabled/)
})

test('a new role counts from the next call', async () => {
  const everyone = await story()
  const { ada, ben } = everyone
  expect((await ben.get('/api/user_invitations')).status).toBe(403)
  const promoted = await promote(everyone)
  expect(promoted).toMatchObject({ id: ben.id, role: 'admin' })
  expect(promoted).not.toHaveProperty('full_name')
  expect((await ben.get('/api/user_invitations')).status).toBe(200)

  expect(await ada.data('PUT', `/api/users/${ben.id}/role`, { role: 'user' })).toMatchObject({ role: 'user' })
  expect((await ben.get('/api/user_invitations')).status).toBe(403)
  for (const role of ['owner', '', null, undefined, 1, ['admin'], { $ne: 'user' }]) {
    const { status, body } = await ada.put(`/api/users/${ben.id}/role`, { role })
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: "Role must be either 'user' or 'admin'",
    })
  }
})

test.each(CHANGES)('%s %s is for admins of the same account', async (method, verb, body) => {
  const { ada, ben, grace, server } = await story()
  const path = (id: number | string) => `/api/users/${id}/${verb}`
  expect((await ben.call(method, path(ada.id), body)).body.error).toEqual({
    status: 403,
    message: 'Unauthorized access',
  })
  expect((await ben.call(method, path(ben.id), body)).status).toBe(403)
  expect((await grace.call(method, path(ben.id), body)).status).toBe(404)
  expect((await ada.call(method, path(999_999_999), body)).status).toBe(404)
  expect((await ada.call(method, path('nonsense'), body)).status).toBe(400)
  expect((await new Client(server.url).call(method, path(ben.id), body)).status).toBe(401)
  expect(await ada.data('GET', `/api/users/${ben.id}`)).toMatchObject({
    role: 'user',
    disabled_at: null,
    archived_at: null,
  })
})

test('rejects changes to oneself', async () => {
  const { ada } = await story()
  const answers = await Promise.all(
    CHANGES.map(([method, verb, body]) => ada.call(method, `/api/users/${ada.id}/${verb}`, body)),
  )
  expect(answers.map(({ body }) => body.error)).toEqual([
    { status: 400, message: 'You cannot disable yourself.' },
    { status: 400, message: 'You cannot enable yourself.' },
    { status: 403, message: 'You cannot archive yourself.' },
    { status: 400, message: 'You cannot change your own role.' },
  ])
  expect(await ada.data('GET', '/api/me')).toMatchObject({ role: 'admin' })
})

test.each([
  ['PUT', 'role', { role: 'user' }],
  ['POST', 'disable', undefined],
  ['POST', 'archive', undefined],
] as const)('two admins who %s %s each other at once leave one admin', async (method, verb, body) => {
  const everyone = await story()
  const { ada, ben } = everyone
  await promote(everyone)
  expect((await ben.get('/api/user_invitations')).status).toBe(200)

  const answers = await Promise.all([
    ada.call(method, `/api/users/${ben.id}/${verb}`, body),
    ben.call(method, `/api/users/${ada.id}/${verb}`, body),
  ])

  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
  expect(answers.map(({ status }) => status).toSorted()[1]).toBeGreaterThanOrEqual(401)
  expect(await activeAdmins(everyone)).toHaveLength(1)
})

test('all admins who leave at once leave one admin', async () => {
  const everyone = await story()
  const { ada, ben, server, acme } = everyone
  const cleo = await newTeammate(server, acme, 'cleo')
  for (const { id } of [ben, cleo]) await ada.data('PUT', `/api/users/${id}/role`, { role: 'admin' })

  const answers = await Promise.all([ada, ben, cleo].map((admin) => admin.delete(`/api/users/${admin.id}`)))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403])
  expect(await activeAdmins(everyone)).toHaveLength(1)
})

test('a user who leaves is anonymised, and their messages stay', async () => {
  const { ada, ben, carla, server } = await story()
  await ben.data('PUT', '/api/profile', { user_profile: { full_name: 'Ben Okafor' } })
  await ben.answers('Gladly!')
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { assignee_id: ben.id } })

  expect((await ada.delete(`/api/users/${ben.id}`)).body.error).toEqual({
    status: 403,
    message: 'You cannot delete another user.',
  })
  expect((await ben.delete(`/api/users/${ben.id}`)).body).toEqual({ data: { ok: true } })

  await expect.poll(() => ben.line.state()).toBe('reconnecting')
  expect((await ben.get('/api/me')).status).toBe(401)
  const conversation = await ada.data('GET', `/api/conversations/${carla.conversation_id}`)
  expect(conversation.assignee_id).toBeNull()
  expect(JSON.stringify(conversation)).toContain('Gladly!')
  expect(JSON.stringify(conversation)).not.toMatch(new RegExp(`Okafor|${ben.email}`))
  expect((await ada.data('GET', '/api/accounts/me')).users).toHaveLength(1)
  // The email is free for a new user.
  const user = { company_name: 'New', email: ben.email, password, password_confirmation: password }
  expect((await new Client(server.url).post('/api/registration', { user })).status).toBe(200)
})

test('the last admin cannot leave', async () => {
  const { ada } = await story()
  const { status, body } = await ada.delete(`/api/users/${ada.id}`)
  expect(status).toBe(403)
  expect(body.error.message).toMatch(/^You are the last admin/)
  expect((await ada.get('/api/me')).status).toBe(200)
})

test('an admin restores an archived user', async () => {
  const { ada, ben, grace, server } = await story()
  const { email } = ben
  await ada.post(`/api/users/${ben.id}/disable`)
  await ada.post(`/api/users/${ben.id}/archive`)
  expect(await ada.data('GET', '/api/users?active=false')).toMatchObject([{ id: ben.id, email }])
  expect(await grace.data('GET', '/api/users?active=false')).toEqual([])

  const path = `/api/users/${ben.id}/restore`
  expect((await grace.post(path)).status).toBe(404)
  expect((await ada.post(path)).body.data).toMatchObject({ id: ben.id, archived_at: null, disabled_at: null })
  expect((await ada.post(path)).status).toBe(200)
  const user = { email, password }
  expect((await new Client(server.url).post('/api/session', { user })).status).toBe(200)
})

test('only admins restore users, and nobody who deleted themselves', async () => {
  const { ada, ben, server } = await story()
  expect((await ben.post(`/api/users/${ada.id}/restore`)).status).toBe(403)
  expect((await new Client(server.url).post(`/api/users/${ben.id}/restore`)).status).toBe(401)
  await ben.delete(`/api/users/${ben.id}`)
  expect((await ada.post(`/api/users/${ben.id}/restore`)).status).toBe(404)
  expect(await ada.data('GET', '/api/users?active=false')).toEqual([])
})

test('an archived user’s email can be invited and registered again', async () => {
  const { ada, ben, server } = await story()
  const { email } = ben
  const invite = () => ada.post('/api/user_invitation_emails', { to_address: email })
  expect((await invite()).status).toBe(422)
  await ada.post(`/api/users/${ben.id}/archive`)
  expect((await invite()).status).toBeLessThan(300)

  const { id } = await ada.data('POST', '/api/user_invitations', { user_invitation: {} })
  const chosen = { password: 'another password', password_confirmation: 'another password' }
  const user = { invite_token: id, email, ...chosen }
  const again = new Client(server.url)
  expect((await again.post('/api/registration', { user })).status).toBe(200)
  // The new user signs in, not the archived one.
  expect((await again.post('/api/session', { user: { email, password: chosen.password } })).status).toBe(200)
  expect((await again.post('/api/session', { user: { email, password } })).status).toBe(401)

  const back = await ada.post(`/api/users/${ben.id}/restore`)
  expect(back.status).toBe(422)
  expect(back.body.error.errors).toEqual({ email: ['has already been taken'] })
})
