import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Client } from '../client.js'
import { createMigratedDatabase } from '../database.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from '../faults/server-process.js'
import { startTestServer } from '../server.js'
import { Agent, newCompany, newTeammate } from '../story.js'

const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

/** Two processes that share only a database. */
async function startBoth() {
  const database = await createMigratedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'papercups-roles-'))
  const shared = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex'), TRUST_PROXY: '127.0.0.1' }
  const processes = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const process = new ServerProcess(await freePort(), { ...shared, DATA_DIR: join(folder, name) })
      await process.start()
      return process
    }),
  )
  onTestFinished(async () => {
    await Promise.all(processes.map((process) => process.end('SIGTERM')))
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
  return processes as [ServerProcess, ServerProcess]
}

const at = (url: string, agent: Agent) => Object.assign(new Client(url), { token: agent.token })

async function acme(url: string) {
  const ada = await new Agent(url).register({ company_name: 'Acme', email: `ada@acme.test` })
  const { id: invite_token } = await ada.data('POST', '/api/user_invitations', { user_invitation: {} })
  const ben = await new Agent(url).register({ invite_token, email: `ben@acme.test` })
  return { ada, ben }
}

test('under load, a role change applies in both processes as soon as it is answered', PATIENCE, async () => {
  const [a, b] = await startBoth()
  const { ada, ben } = await acme(a.url)
  const [benAtA, benAtB] = [at(a.url, ben), at(b.url, ben)]

  let busy = true
  // Keeps both caches filled and both processes busy.
  const load = [benAtA, benAtB, benAtA, benAtB, benAtB, benAtB].map(async (client) => {
    while (busy) await client.get('/api/me')
  })
  const wrong: string[] = []
  for (let time = 0; time < 60; time += 1) {
    const role = time % 2 === 0 ? 'admin' : 'user'
    await ada.data('PUT', `/api/users/${ben.id}/role`, { role })
    const seen = await Promise.all([benAtB, benAtA, benAtB].map((client) => client.get('/api/me')))
    for (const { body } of seen) if (body.data.role !== role) wrong.push(`${time}: ${body.data.role}`)
    const { status } = await benAtB.get('/api/user_invitations')
    if (status !== (role === 'admin' ? 200 : 403)) wrong.push(`${time}: admin route answered ${status}`)
  }
  busy = false
  await Promise.all(load)
  expect(wrong).toEqual([])
})

test('a killed process does not delay changes in the other', PATIENCE, async () => {
  const [a, b] = await startBoth()
  const { ada, ben } = await acme(a.url)
  expect((await at(b.url, ben).get('/api/me')).status).toBe(200)
  await b.end('SIGKILL')
  await ada.data('PUT', `/api/users/${ben.id}/role`, { role: 'admin' })
  expect((await ben.get('/api/me')).body.data.role).toBe('admin')
})

test(
  'disabling, signing out and a new password count before they are answered, in both servers',
  PATIENCE,
  async () => {
    const one = await startTestServer()
    const two = await startTestServer({ env: { DATABASE_URL: one.platform.config.database_url ?? '' } })
    const company = await newCompany(one, 'Acme', 'ada')
    const [ben, eve] = await Promise.all(['ben', 'eve'].map((name) => newTeammate(one, company, name)))
    if (!ben || !eve) throw new Error('nobody joined')
    for (const agent of [ben, eve]) expect((await at(two.url, agent).get('/api/me')).status).toBe(200)

    await company.admin.data('POST', `/api/users/${ben.id}/disable`)
    expect((await at(two.url, ben).get('/api/me')).status).toBe(401)
    await company.admin.data('POST', `/api/users/${ben.id}/enable`)
    await eve.data('DELETE', '/api/session')
    expect((await at(two.url, eve).get('/api/me')).status).toBe(401)
    expect((await at(two.url, company.admin).get('/api/me')).status).toBe(200)
  },
)
