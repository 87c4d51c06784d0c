import { createHmac, randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readReplyAddress, replyAddressOf } from '../../src/features/channels/email/reply-address.js'
import { isSuppressed, suppress } from '../../src/features/channels/email/suppressed-emails.js'
import { unsubscribeUrl } from '../../src/features/channels/email/unsubscribe/unsubscribe-url.js'
import { codeAt, stepAt } from '../../src/features/identity/two-factor/totp.js'
import { hasOptedOut, optOut } from '../../src/integrations/twilio/opt-outs.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { StartupError } from '../../src/platform/startup-error.js'
import { newScript } from '../api-keys.js'
import { Client } from '../client.js'
import { createMigratedDatabase } from '../database.js'
import { ensureServerIsBuilt } from '../faults/server-process.js'
import { FUNCTIONS, newFunction } from '../functions.js'
import { startTestServer, type TestServer } from '../server.js'
import { newCompany, Visitor, type Agent } from '../story.js'
import { startReceiver } from '../webhook-receiver.js'

const PATIENCE = { timeout: 300_000 }
const password = 'correct horse battery'
const [KEYS, WEBHOOKS] = ['/api/personal_api_keys', '/api/event_subscriptions']
const ADMIN = fileURLToPath(new URL('../../dist/admin.js', import.meta.url))
const [OLD, NEW] = ['the key that everything was sealed with', 'another key that came out of nowhere']

beforeAll(ensureServerIsBuilt, 120_000)

async function database() {
  const made = await createMigratedDatabase()
  onTestFinished(() => made.drop())
  return made.url
}

async function serve(DATABASE_URL: string, SECRET_KEY: string) {
  const server = await startTestServer({ env: { DATABASE_URL, SECRET_KEY, MAIL_IN_DOMAIN: 'chat.acme.test' } })
  onTestFinished(() => server.stop(), 60_000)
  return server
}

/** `npm run admin` without its build. */
async function admin(DATABASE_URL: string, SECRET_KEY: string, ...command: string[]) {
  const { PATH = '', HOME = '', TEST_FOLDER = '/tmp' } = process.env
  const env = { PATH, HOME, DATABASE_URL, SECRET_KEY, DATA_DIR: `${TEST_FOLDER}/admin` }
  const run = promisify(execFile)(process.execPath, [ADMIN, ...command], { env })
  return run.then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => `refused: ${stderr}`,
  )
}

/** The server after its key was lost and the new one was accepted. */
async function acceptNewKey(before: TestServer, url: string) {
  await before.stop()
  await admin(url, NEW, 'accept-secret-key')
  return serve(url, NEW)
}

async function signInAgain(after: TestServer, { email }: Agent) {
  const agent = new Client(after.url)
  agent.token = (await agent.data('POST', '/api/session', { user: { email, password } })).token
  return agent
}

async function turnOnTwoFactor(agent: Agent) {
  const { secret } = await agent.data('POST', '/api/two_factor', { password })
  await agent.data('PUT', '/api/two_factor', { code: codeAt(secret, stepAt(Date.now())) })
  return String(secret)
}

test('another secret key stops the start and the message says what to do', PATIENCE, async () => {
  const url = await database()
  await (await serve(url, OLD)).stop()
  await (await serve(url, OLD)).stop()

  const refused = await serve(url, NEW).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect(String(refused)).toContain('SECRET_KEY is not the key that this database was used with')
  expect(String(refused)).toContain('Restore the old key from your backup')
  expect(String(refused)).toContain('npm run admin -- accept-secret-key')

  expect(await admin(url, NEW, 'accept-secret-key')).toContain('is accepted')
  await (await serve(url, NEW)).stop()
  await expect(serve(url, OLD)).rejects.toThrow('is not the key')
})

test(
  'with a new key a visitor still chats, users stay signed in, and an admin makes new identity keys',
  PATIENCE,
  async () => {
    const url = await database()
    const before = await serve(url, OLD)
    const { admin: ada, id: account_id } = await newCompany(before, 'Acme', 'ada')
    const { key } = await ada.data('GET', '/api/identity_verification')
    await ada.put('/api/identity_verification', { identity_verification: { required: true } })
    const signed_in = await ada.data('POST', '/api/session', { user: { email: ada.email, password } })
    const after = await acceptNewKey(before, url)

    const user_hash = createHmac('sha256', String(key)).update('carla').digest('hex')
    const carla = new Visitor(after.url)
    const { id: customer_id } = await carla.data('POST', '/api/customers', {
      customer: { account_id, external_id: 'carla', name: 'Carla' },
      user_hash,
    })
    carla.account_id = account_id
    carla.customer_id = customer_id
    await carla.opensChat()
    await carla.says('Is anybody there?')
    expect(carla.heard.map(({ body }) => body)).toEqual(['Is anybody there?'])

    const again = new Client(after.url)
    const renewing = { authorization: signed_in.renew_token }
    const renewed = await again.call('POST', '/api/session/renew', undefined, renewing)
    again.token = renewed.body.data.token
    expect(await again.data('GET', '/api/identity_verification')).toMatchObject({ key: null, token_key: null })
    const made = await again.data('POST', '/api/identity_verification/rotate', { keep_previous: false })
    expect(made).toMatchObject({ required: true, key: expect.any(String), token_key: expect.any(String) })
  },
)

test('a command resets two-factor sign-in of one user', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { admin: ada } = await newCompany(before, 'Acme', 'ada')
  const { admin: grace } = await newCompany(before, 'Globex', 'grace')
  const secrets = [await turnOnTwoFactor(ada), await turnOnTwoFactor(grace)]
  const after = await acceptNewKey(before, url)
  const signIn = ({ email }: Agent) => new Client(after.url).data('POST', '/api/session', { user: { email, password } })

  const { two_factor_token } = await signIn(ada)
  const code = codeAt(secrets[0] ?? '', stepAt(Date.now()) + 1)
  const refused = await new Client(after.url).post('/api/session/two_factor', { two_factor_token, code })
  expect(refused.status).toBe(409)
  expect(refused.body.error.message).toContain('Ask its operator to reset your two-factor sign-in')

  expect(await admin(url, NEW, 'reset-two-factor', ada.email.toUpperCase())).toContain('is off')
  expect(await signIn(ada)).toMatchObject({ token: expect.any(String) })
  expect(await signIn(grace)).toMatchObject({ two_factor_required: true })
  expect(await admin(url, NEW, 'reset-two-factor', 'nobody@acme.test')).toContain('No user has the email')
})

test('people who opted out are still not written to', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { id } = await newCompany(before, 'Acme', 'ada')
  const carla = 'carla@shop.test'
  const jonas = { number: '+15005550006', phone: '+15005550009' }
  await suppress(before.platform.account(id), before.platform, carla, 'unsubscribe')
  await optOut(before.platform.account(id), before.platform, jonas)
  const link = new URL(unsubscribeUrl(before.platform, id, 'dana@shop.test')).pathname
  const reply_address = replyAddressOf(before.platform, randomUUID()) ?? ''
  // A database of a release before this one has the opt-outs and no kept keys.
  await databaseOf(before.platform).pool.query('delete from kept_keys')
  await before.stop()
  await (await serve(url, OLD)).stop()

  const { platform, url: after_url } = await acceptNewKey(before, url)
  const account = platform.account(id)
  expect(await isSuppressed(account, platform, carla)).toBe(true)
  expect(await hasOptedOut(account, platform, jonas)).toBe(true)
  expect(await isSuppressed(account, platform, 'dana@shop.test')).toBe(false)
  expect(await hasOptedOut(account, platform, { ...jonas, phone: '+15005550010' })).toBe(false)
  // The links and addresses in emails that people already have.
  expect((await fetch(after_url + link, { method: 'POST' })).status).toBe(200)
  expect(await isSuppressed(account, platform, 'dana@shop.test')).toBe(true)
  expect(readReplyAddress(platform, reply_address)).toMatchObject({ signed: true })
})

test('API keys cannot be shown any more, still work, and can be deleted', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { admin: ada } = await newCompany(before, 'Acme', 'ada')
  const { key, script } = await newScript(ada)
  const after = await acceptNewKey(before, url)

  const again = await signInAgain(after, ada)
  expect(await again.data('GET', KEYS)).toEqual([{ ...key, value: null }])
  expect(await again.data('GET', `${KEYS}/${key.id}`)).toEqual({ ...key, value: null })
  const program = new Client(after.url)
  program.token = script.token
  expect(await program.get('/api/v1/me')).toMatchObject({ status: 200, body: { data: { email: ada.email } } })
  expect((await again.delete(`${KEYS}/${key.id}`)).status).toBe(204)
  expect((await program.get('/api/v1/me')).status).toBe(401)
})

test('a function without a readable API key fails with the reason, and works with a new key', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { admin: ada, id: account_id } = await newCompany(before, 'Acme', 'ada')
  const echo = 'exports.handler = async ({ payload }) => payload.body'
  const { id } = await newFunction(ada, echo, { events: ['message:created'] })
  const after = await acceptNewKey(before, url)

  const carla = await (await new Visitor(after.url).arrives(account_id)).opensChat()
  await carla.says('Hello')
  const again = await signInAgain(after, ada)
  const runs = () => again.data('GET', `${FUNCTIONS}/${id}/runs`)
  await expect.poll(runs).toEqual([expect.objectContaining({ status: 'failed' })])
  const [{ id: run_id }] = await runs()
  const { error } = await again.data('GET', `${FUNCTIONS}/${id}/runs/${run_id}`)
  expect(error).toContain('The API key of the function cannot be read')
  const test = { event: 'message:created', payload: { body: 'Hi' } }
  expect(await again.post(`${FUNCTIONS}/${id}/invoke`, test)).toMatchObject({ status: 409 })

  await again.data('POST', KEYS, { label: 'New' })
  await again.data('POST', `${FUNCTIONS}/${id}/deploy`, {})
  await carla.says('Hello again')
  await expect.poll(async () => (await runs())[0]).toMatchObject({ status: 'succeeded' })
})

test('webhooks are never sent unsigned: they wait for a new secret', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { admin: ada, id: account_id } = await newCompany(before, 'Acme', 'ada')
  const receiver = await startReceiver()
  const event_subscription = { webhook_url: receiver.url, events: ['message:created'] }
  const { id } = await ada.data('POST', WEBHOOKS, { event_subscription })
  const after = await acceptNewKey(before, url)

  const carla = await (await new Visitor(after.url).arrives(account_id)).opensChat()
  await carla.says('Hello')
  const again = await signInAgain(after, ada)
  const deliveries = () => again.data('GET', `${WEBHOOKS}/${id}/deliveries`)
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBeGreaterThan(0)
  const [{ id: delivery_id }] = await deliveries()
  const { tries } = await again.data('GET', `${WEBHOOKS}/${id}/deliveries/${delivery_id}`)
  expect(tries[0].failure).toContain('the signing secret cannot be read')
  expect(receiver.received).toEqual([])

  await again.data('POST', `${WEBHOOKS}/${id}/rotate_secret`, {})
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
  expect(receiver.received[0]?.headers['x-papercups-signature']).toMatch(/^t=\d+,v1=[\da-f]{64}$/)
})
