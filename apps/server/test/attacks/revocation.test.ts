import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../src/platform/database/of.js'
import { createMigratedDatabase } from '../database.js'
import { startDatabaseProxy } from '../database-proxy.js'
import { startTestServer } from '../server.js'
import { newCompany, newTeammate } from '../story.js'
import { RawSocket } from '../sweeps/socket.js'

const PATIENCE = { timeout: 120_000 }
/** Faster than production, except the cache time: only notices matter here. */
const times = { probe_ms: 150, answer_ms: 500, retry_ms: 20, max_age_ms: 3_600_000 }
const LISTENER = 'papercups changes'

async function scene(change_times = times) {
  const database = await createMigratedDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const server = await startTestServer({ env: { DATABASE_URL: proxy.url }, change_times })
  onTestFinished(async () => {
    await server.stop()
    await proxy.stop()
    await database.drop()
  })
  const acme = await newCompany(server, 'Acme', 'ada')
  const ben = await newTeammate(server, acme, 'ben')
  const sockets = await Promise.all(
    [acme.admin, ben].map(async ({ token, account_id }) => {
      const socket = await new RawSocket(server.url, token).opened()
      onTestFinished(() => socket.close())
      expect(await socket.join(`notification:${account_id}`)).toMatchObject({ status: 'ok' })
      return socket
    }),
  )
  const [hers, his] = sockets as [RawSocket, RawSocket]
  return { server, proxy, database, ada: acme.admin, ben, hers, his }
}

test('a disabled user is signed out although the notice was lost', PATIENCE, async () => {
  const { proxy, database, ben, ada, hers, his } = await scene()
  expect((await ben.get('/api/me')).status).toBe(200)

  expect(proxy.blackHole(LISTENER)).toBe(1)
  await database.pool.query('update users set disabled_at = now() where id = $1', [ben.id])

  expect(await his.ended()).toEqual({ code: 4401, reason: 'Signed out' })
  await expect.poll(async () => (await ben.get('/api/me')).status).toBe(401)
  expect((await ada.get('/api/me')).status).toBe(200)
  expect(hers.isOpen).toBe(true)
})

test('a session that ended and a role that changed meanwhile are noticed on reconnect', PATIENCE, async () => {
  const { proxy, database, ada, hers, his, ben } = await scene()
  expect(proxy.blackHole(LISTENER)).toBe(1)
  await database.pool.query('update sessions set revoked_at = now() where user_id = $1', [ada.id])
  await database.pool.query(`update users set role = 'admin' where id = $1`, [ben.id])

  expect(await hers.ended()).toEqual({ code: 4401, reason: 'Signed out' })
  expect(await his.ended()).toEqual({ code: 4401, reason: 'Signed out' })
  expect((await ada.get('/api/me')).status).toBe(401)
  expect((await ben.get('/api/me')).body.data.role).toBe('admin')
})

test('notices arrive again over the new connection', PATIENCE, async () => {
  const { proxy, database, ben, ada, his } = await scene()
  const listeners = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
      [LISTENER],
    )
    return rows.map(({ pid }) => pid)
  }
  const before = await listeners()
  proxy.blackHole(LISTENER)
  // The lost connection is closed, too, so that no process waits for its replies.
  await expect.poll(async () => (await listeners()).every((pid) => !before.includes(pid)), PATIENCE).toBe(true)
  await expect.poll(async () => (await listeners()).length, PATIENCE).toBe(1)
  await ada.data('PUT', `/api/users/${ben.id}/role`, { role: 'admin' })
  expect(await his.ended()).toEqual({ code: 4401, reason: 'Signed out' })
  expect((await ben.get('/api/me')).body.data.role).toBe('admin')

  await database.pool.query('update users set disabled_at = now() where id = $1', [ben.id])
  await expect.poll(async () => (await ben.get('/api/me')).status).toBe(401)
})

test('a session is not served from the cache after its expiry', PATIENCE, async () => {
  const { server, database, ben, ada } = await scene({ ...times, max_age_ms: 300 })
  // As if the notice had never been sent.
  await database.pool.query('alter table users disable trigger user_changed')
  expect((await ben.get('/api/me')).body.data.role).toBe('user')
  await databaseOf(server.platform).pool.query(`update users set role = 'admin' where id = $1`, [ben.id])
  await expect.poll(async () => (await ben.get('/api/me')).body.data.role).toBe('admin')
  expect((await ada.get('/api/me')).status).toBe(200)
})

test('users’ sockets close while sessions cannot be checked, and visitors stay', PATIENCE, async () => {
  const { server, proxy, ada, hers } = await scene({ ...times, max_age_ms: 2_000 })
  const visitor = await new RawSocket(server.url).opened()
  onTestFinished(() => visitor.close())
  proxy.cut(LISTENER)

  expect(await hers.ended()).toEqual({ code: 1013, reason: 'Database unavailable' })
  expect(visitor.isOpen).toBe(true)
  proxy.mend()
  const again = new RawSocket(server.url, ada.token)
  onTestFinished(() => again.close())
  await again.opened()
})
