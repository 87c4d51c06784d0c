import { createHmac } from 'node:crypto'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { codeAt, stepAt } from '../../src/features/identity/two-factor/totp.js'
import { StartupError } from '../../src/platform/startup-error.js'
import { Client } from '../client.js'
import { createMigratedDatabase } from '../database.js'
import { ensureServerIsBuilt } from '../faults/server-process.js'
import { startTestServer } from '../server.js'
import { newCompany, Visitor, type Agent } from '../story.js'

const PATIENCE = { timeout: 300_000 }
const password = 'correct horse battery'
const ADMIN = fileURLToPath(new URL('../../dist/admin.js', import.meta.url))
const [OLD, NEW] = ['the key that everything was sealed with', 'another key that came out of nowhere']

beforeAll(ensureServerIsBuilt, 120_000)

async function database() {
  const made = await createMigratedDatabase()
  onTestFinished(() => made.drop())
  return made.url
}

async function serve(DATABASE_URL: string, SECRET_KEY: string) {
  const server = await startTestServer({ env: { DATABASE_URL, SECRET_KEY } })
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

test('with a new key a visitor still chats, and an admin makes new identity keys', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { admin: ada, id: account_id } = await newCompany(before, 'Acme', 'ada')
  const { key } = await ada.data('GET', '/api/identity_verification')
  await ada.put('/api/identity_verification', { identity_verification: { required: true } })
  await before.stop()
  await admin(url, NEW, 'accept-secret-key')
  const after = await serve(url, NEW)

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
  again.token = (await again.data('POST', '/api/session', { user: { email: ada.email, password } })).token
  expect(await again.data('GET', '/api/identity_verification')).toMatchObject({ key: null, token_key: null })
  const made = await again.data('POST', '/api/identity_verification/rotate', { keep_previous: false })
  expect(made).toMatchObject({ required: true, key: expect.any(String), token_key: expect.any(String) })
})

test('a command resets two-factor sign-in of one user', PATIENCE, async () => {
  const url = await database()
  const before = await serve(url, OLD)
  const { admin: ada } = await newCompany(before, 'Acme', 'ada')
  const { admin: grace } = await newCompany(before, 'Globex', 'grace')
  const secrets = [await turnOnTwoFactor(ada), await turnOnTwoFactor(grace)]
  await before.stop()
  await admin(url, NEW, 'accept-secret-key')
  const after = await serve(url, NEW)
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
