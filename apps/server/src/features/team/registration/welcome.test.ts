import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { jobsDone, mailsTo } from '../../../../test/mail.js'
import { startTestServer, theServer, type TestServer } from '../../../../test/server.js'
import { databaseOf } from '../../../platform/database/of.js'

async function register({ url }: TestServer) {
  const [email, password] = [`ada-${randomUUID()}@acme.test`, 'a good password']
  const user = { company_name: 'Acme', email, password, password_confirmation: password }
  const client = new Client(url)
  const { status, body } = await client.post('/api/registration', { user })
  expect(status).toBe(200)
  client.token = body.data.token
  return { client, email }
}

const WAITING = "task_identifier = 'registration.mail-welcome'"
const waiting = ({ platform }: TestServer) =>
  databaseOf(platform).pool.query<{ wait: number }>(
    `select extract(epoch from run_at - created_at)::int as wait from graphile_worker.jobs where ${WAITING}`,
  )

/** As if 35 minutes had passed. */
async function wait(server: TestServer) {
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where ${WAITING}), run_at => now())`,
  )
  await jobsDone(server)
}

test('welcomes each new user once, after 35 minutes, in the language of the company', async () => {
  const server = await startTestServer({ env: { WELCOME_EMAIL_ENABLED: 'true' } })
  const { client, email } = await register(server)
  expect((await client.put('/api/accounts/me', { account: { language: 'de' } })).status).toBe(200)
  expect((await waiting(server)).rows).toEqual([{ wait: 35 * 60 }])
  const subjects = async () => (await mailsTo(server, email)).map(({ subject }) => subject)
  expect(await subjects()).not.toContain('Willkommen bei Papercups')
  await wait(server)
  const [mail] = await mailsTo(server, email)
  expect(mail?.subject).toBe('Willkommen bei Papercups')
  expect(mail?.text).toContain(`${server.platform.config.base_url}/getting-started`)
  expect((await waiting(server)).rows).toEqual([])
})

test('welcomes nobody unless an operator turned it on', async () => {
  const server = await theServer()
  await register(server)
  expect((await waiting(server)).rows).toEqual([])
})
