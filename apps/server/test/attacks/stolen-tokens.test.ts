import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashInvitationToken } from '../../src/features/team/invitations/queries.js'
import { hashToken } from '../../src/features/identity/sessions/tokens.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { Client } from '../client.js'
import { startTestServer, theServer } from '../server.js'
import { newCompany, story, type Agent } from '../story.js'

const password = 'correct horse battery'

const join = (url: string, invite_token: string) =>
  new Client(url).post('/api/registration', {
    user: { invite_token, email: `${randomUUID()}@acme.test`, password, password_confirmation: password },
  })

const invite = (agent: Agent, max_uses?: unknown) =>
  agent.post('/api/user_invitations', { user_invitation: max_uses === undefined ? {} : { max_uses } })

test('an invitation works for its number of people, even when more register at once', async () => {
  const { ada, server } = await story()
  const { id: one } = (await invite(ada, 1)).body.data
  const { id: two } = (await invite(ada, 2)).body.data
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => join(server.url, one)))
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
  const refused = { status: 403, message: 'Invitation token has already been used' }
  expect((await join(server.url, one)).body.error).toEqual(refused)
  expect([(await join(server.url, two)).status, (await join(server.url, two)).status]).toEqual([200, 200])
  expect((await join(server.url, two)).body.error).toEqual(refused)
  for (const nonsense of [0, -1, 1_001, 1.5, 'many', [1]]) expect((await invite(ada, nonsense)).status).toBe(422)
})

test('a refused registration does not use up an invitation', async () => {
  const { ada, server } = await story()
  const { id: invite_token } = (await invite(ada, 1)).body.data
  const user = { invite_token, email: ada.email, password, password_confirmation: password }
  expect((await new Client(server.url).post('/api/registration', { user })).status).toBe(422)
  expect((await join(server.url, invite_token)).status).toBe(200)
})

test('the token of an invitation is neither stored nor returned again', async () => {
  const { ada, acme, server } = await story()
  const { id: token } = (await invite(ada)).body.data
  const { db, pool } = databaseOf(server.platform)
  const rows = await db.selectFrom('user_invitations').selectAll().where('account_id', '=', acme.id).execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const listed = await ada.data('GET', '/api/user_invitations')
  expect(JSON.stringify(listed)).not.toContain(token)
  for (const { id } of listed) {
    expect((await join(server.url, id)).body.error.message).toBe('Invalid invitation token')
  }
  const { rows: jobs } = await pool.query<{ payload: unknown }>('select payload from graphile_worker._private_jobs')
  expect(JSON.stringify(jobs)).not.toContain(token)
  expect(rows.map(({ token_hash }) => token_hash)).toContainEqual(hashInvitationToken(token.toUpperCase()))
})

test('a used renewal token works again only on the device that used it', async () => {
  const server = await theServer()
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  const laptop = new Client(server.url)
  const signIn = () => laptop.data('POST', '/api/session', { user: { email: ada.email, password } })
  const renew = (client: Client, authorization: string, agent = 'Laptop') =>
    client.call('POST', '/api/session/renew', undefined, { authorization, 'user-agent': agent })

  for (const thief of [
    (token: string) => renew(new Client(server.url), token),
    (token: string) => renew(laptop, token, 'Another browser'),
  ]) {
    const { renew_token } = await signIn()
    const renewed = await renew(laptop, renew_token)
    expect((await renew(laptop, renew_token)).status).toBe(200)
    expect((await thief(renew_token)).status).toBe(401)
    // Somebody else had the token, so the whole session is over.
    expect((await renew(laptop, renewed.body.data.renew_token)).status).toBe(401)
    laptop.token = renewed.body.data.token
    expect((await laptop.get('/api/me')).status).toBe(401)
    laptop.token = undefined
  }
})

test('after ten seconds the same device cannot use it again either', async () => {
  const server = await theServer()
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  const { renew_token } = await ada.data('POST', '/api/session', { user: { email: ada.email, password } })
  const renew = () => ada.call('POST', '/api/session/renew', undefined, { authorization: renew_token })
  expect((await renew()).status).toBe(200)
  const earlier = { used_at: new Date(Date.now() - 10_001) }
  const { db } = databaseOf(server.platform)
  await db.updateTable('renewal_tokens').set(earlier).where('token_hash', '=', hashToken(renew_token)).execute()
  expect((await renew()).status).toBe(401)
})

test('a request to reset a password leaves no email in the queue', async () => {
  const server = await startTestServer()
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  const { pool } = databaseOf(server.platform)
  // Keeps what is enqueued, as a job that fails again and again would.
  await pool.query(`create table kept as select payload::text from graphile_worker._private_jobs where false`)
  await pool.query(`create function keep() returns trigger language plpgsql as
    $$ begin insert into kept values (new.payload::text); return new; end $$`)
  await pool.query(
    `create trigger keep after insert on graphile_worker._private_jobs for each row execute function keep()`,
  )
  for (const email of [ada.email, 'nobody@acme.test']) {
    expect((await new Client(server.url).post('/api/reset_password', { email })).status).toBe(200)
  }
  const { rows } = await pool.query<{ payload: string }>(`select payload from kept where payload like '%user_id%'`)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('@')
})
