import { expect, test, vi } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { theServer } from '../../../../test/server.js'
import { newCompany, story, type Agent } from '../../../../test/story.js'
import { codeAt, fromBase32, stepAt, stepOfCode, toBase32 } from './totp.js'

const password = 'correct horse battery'

async function ada() {
  const server = await theServer()
  return { server, ada: (await newCompany(server, 'Acme', 'ada')).admin }
}

/** As an authenticator app does, `steps` away from now. */
const codeOf = (secret: string, steps = 0) => codeAt(secret, stepAt(Date.now()) + steps)

/** The code that turned it on is used. The code of the next step is accepted already. */
const nextCode = (secret: string) => codeOf(secret, 1)

async function turnOn(agent: Agent) {
  const { secret } = await agent.data('POST', '/api/two_factor', { password })
  const { recovery_codes } = await agent.data('PUT', '/api/two_factor', { code: codeOf(secret) })
  return { secret: String(secret), recovery_codes: recovery_codes as string[] }
}

async function firstStep(agent: Agent) {
  const client = new Client(agent.url)
  const { status, body } = await client.post('/api/session', { user: { email: agent.email, password } })
  expect(status).toBe(200)
  const { two_factor_token } = body.data
  const enter = (code: string) => client.post('/api/session/two_factor', { two_factor_token, code })
  return { client, data: body.data, two_factor_token: String(two_factor_token), enter }
}

test('a user turns it on with a code from their app, and then signs in with two steps', async () => {
  const { ada: agent } = await ada()
  expect(await agent.data('GET', '/api/two_factor')).toEqual({ enabled: false, recovery_codes_left: 0 })

  const { secret, otpauth_url } = await agent.data('POST', '/api/two_factor', { password })
  expect(otpauth_url).toContain(`secret=${secret}`)
  expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/Papercups%3Aada-.*&issuer=Papercups/)
  // Until it is confirmed, nothing changes.
  expect(await firstStep(agent)).toMatchObject({ data: { user_id: agent.id } })
  const wrong = await agent.put('/api/two_factor', { code: '000000x' })
  expect(wrong.body.error).toEqual({ status: 422, message: 'Invalid code', errors: { code: ['is invalid'] } })

  const { recovery_codes } = await agent.data('PUT', '/api/two_factor', { code: codeOf(secret) })
  expect(new Set(recovery_codes).size).toBe(10)
  expect(await agent.data('GET', '/api/two_factor')).toEqual({ enabled: true, recovery_codes_left: 10 })
  expect(await agent.data('GET', '/api/me')).toMatchObject({ two_factor_enabled: true })

  const { data, enter, client } = await firstStep(agent)
  expect(data).toEqual({ two_factor_required: true, two_factor_token: expect.any(String) })
  const done = await enter(nextCode(secret))
  expect(done.body.data).toMatchObject({ user_id: agent.id, email: agent.email, account_id: agent.account_id })
  client.token = done.body.data.token
  expect((await client.get('/api/me')).status).toBe(200)
})

test('a code works once, even for two parallel uses', async () => {
  const { ada: agent } = await ada()
  const { secret } = await turnOn(agent)
  const { enter } = await firstStep(agent)
  const code = nextCode(secret)

  const both = await Promise.all([enter(code), enter(code)])

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const again = await enter(code)
  expect(again.body.error).toEqual({ status: 401, message: 'Invalid code' })
})

test('rejects the code that confirmed it and all earlier ones', async () => {
  const { ada: agent } = await ada()
  const { secret } = await agent.data('POST', '/api/two_factor', { password })
  const code = codeOf(secret)
  await agent.data('PUT', '/api/two_factor', { code })
  const { enter } = await firstStep(agent)
  expect((await enter(code)).status).toBe(401)
  expect((await enter(codeOf(secret, -1))).status).toBe(401)
})

test('a recovery code works once, however it is typed', async () => {
  const { ada: agent } = await ada()
  const { recovery_codes } = await turnOn(agent)
  const [first = '', second = ''] = recovery_codes
  const { enter } = await firstStep(agent)

  const both = await Promise.all([enter(` ${first.toUpperCase()} `), enter(first)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect(await agent.data('GET', '/api/two_factor')).toEqual({ enabled: true, recovery_codes_left: 9 })

  const renewed = await agent.data('POST', '/api/two_factor/recovery_codes', { password })
  expect(renewed.recovery_codes).toHaveLength(10)
  expect((await enter(second)).status).toBe(401)
  expect((await enter(renewed.recovery_codes[0])).status).toBe(200)
})

test('rejects another user’s codes', async () => {
  const { ada: agent } = await ada()
  const { ada: other } = await ada()
  await turnOn(agent)
  const { recovery_codes, secret } = await turnOn(other)
  const { enter } = await firstStep(agent)
  expect((await enter(recovery_codes[0] ?? '')).status).toBe(401)
  expect((await enter(nextCode(secret))).status).toBe(401)
})

test('guessing locks app codes, and recovery codes still work', async () => {
  const { ada: agent, server } = await ada()
  const { recovery_codes, secret } = await turnOn(agent)
  const { enter } = await firstStep(agent)
  const { db } = databaseOf(server.platform)
  const locked = { wrong_codes: 10, wrong_code_at: new Date() }
  await db.updateTable('two_factor_secrets').set(locked).where('user_id', '=', agent.id).execute()

  const refused = await enter(nextCode(secret))
  expect(refused.status).toBe(429)
  expect(refused.body.error.message).toMatch(/^Too many wrong codes/)
  expect((await enter(recovery_codes[0] ?? '')).status).toBe(200)

  const long_ago = { wrong_code_at: new Date(Date.now() - 16 * 60_000) }
  await db.updateTable('two_factor_secrets').set(long_ago).where('user_id', '=', agent.id).execute()
  expect((await enter(nextCode(secret))).status).toBe(200)
})

test('counts wrong codes and limits attempts from everywhere', async () => {
  const { ada: agent, server } = await ada()
  const { secret } = await turnOn(agent)
  const { two_factor_token } = await firstStep(agent)
  const right = [-1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  const wrong = ['123456', '234567', '345678', '456789', '567890'].find((code) => !right.includes(code))
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1) {
    const answer = await new Client(server.url).post('/api/session/two_factor', { two_factor_token, code: wrong })
    statuses.push(answer.status)
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.slice(10)).toEqual([429, 429])
  const { db } = databaseOf(server.platform)
  const row = await db.selectFrom('two_factor_secrets').selectAll().where('user_id', '=', agent.id).executeTakeFirst()
  expect(row?.wrong_codes).toBe(10)
  // The row does not reveal the secret.
  expect(row?.secret_encrypted).not.toContain(secret)
})

test('the second step works for five minutes and for one user', async () => {
  const { ada: agent, server } = await ada()
  const { secret } = await turnOn(agent)
  const { two_factor_token, enter } = await firstStep(agent)
  const client = new Client(server.url)
  const attempt = (token: unknown) =>
    client.post('/api/session/two_factor', { two_factor_token: token, code: nextCode(secret) })

  for (const token of ['nonsense', `${two_factor_token}x`, agent.token ?? '', two_factor_token.replace('v1', 'v2')]) {
    expect(await attempt(token)).toMatchObject({ status: 401 })
  }
  expect((await attempt(undefined)).status).toBe(422)
  // The token works for nothing else.
  client.token = two_factor_token
  expect((await client.get('/api/me')).status).toBe(401)

  vi.useFakeTimers({ now: Date.now() + 5 * 60_000 + 1_000, toFake: ['Date'] })
  const late = await enter(nextCode(secret))
  vi.useRealTimers()
  expect(late).toMatchObject({ status: 401 })
})

test('rejects a user who was disabled between the steps', async () => {
  const { ada: agent, server } = await ada()
  const { secret } = await turnOn(agent)
  const { enter } = await firstStep(agent)
  const { db } = databaseOf(server.platform)
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', agent.id).execute()
  expect((await enter(nextCode(secret))).body.error.message).toMatch(/^Your account is disabled/)
})

test('turning it on or off and new recovery codes need the password', async () => {
  const { ada: agent } = await ada()
  expect((await agent.post('/api/two_factor', { password: 'wrong' })).body.error.message).toBe('Wrong password')
  expect((await agent.post('/api/two_factor', {})).status).toBe(422)
  expect((await agent.put('/api/two_factor', { code: '123456' })).status).toBe(409)
  const { recovery_codes } = await turnOn(agent)
  for (const [method, path] of [
    ['DELETE', '/api/two_factor'],
    ['POST', '/api/two_factor/recovery_codes'],
  ] as const) {
    expect((await agent.call(method, path, { password: 'wrong' })).body.error).toEqual({
      status: 403,
      message: 'Wrong password',
    })
    expect((await agent.call(method, path, {})).status).toBe(422)
  }
  expect((await agent.post('/api/two_factor', { password })).status).toBe(409)
  expect((await agent.put('/api/two_factor', { code: '123456' })).status).toBe(409)

  expect((await agent.call('DELETE', '/api/two_factor', { password })).status).toBe(204)
  expect(await agent.data('GET', '/api/two_factor')).toEqual({ enabled: false, recovery_codes_left: 0 })
  expect((await firstStep(agent)).data.user_id).toBe(agent.id)
  expect((await agent.post('/api/two_factor/recovery_codes', { password })).status).toBe(409)
  expect(recovery_codes).toHaveLength(10)
})

test('limits guesses at the password with a stolen token', async () => {
  const { ada: agent } = await ada()
  const guesses = Array.from({ length: 12 }, () => agent.call('DELETE', '/api/two_factor', { password: 'guess' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
})

test('each user has their own two-factor sign-in', async () => {
  const { ada, ben } = await story()
  await turnOn(ada)
  expect(await ben.data('GET', '/api/two_factor')).toMatchObject({ enabled: false })
  expect(await ben.data('GET', '/api/me')).toMatchObject({ two_factor_enabled: false })
})

// The values of RFC 6238, appendix B, for SHA-1; its codes have eight digits, ours are their last six.
test.each([
  [1_111_111_111, '050471'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  const secret = toBase32(Buffer.from('12345678901234567890'))
  expect(fromBase32(secret).toString()).toBe('12345678901234567890')
  const now = seconds * 1_000
  expect(codeAt(secret, stepAt(now))).toBe(code)
  for (const drift of [-30_000, 0, 30_000]) expect(stepOfCode(secret, code, now + drift)).toBe(stepAt(now))
  for (const drift of [-90_000, 90_000]) expect(stepOfCode(secret, code, now + drift)).toBeUndefined()
})
