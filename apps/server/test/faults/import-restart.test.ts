import type { CustomerImport } from '@papercups/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Agent } from '../story.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from './server-process.js'
import { until } from './until.js'

beforeAll(ensureServerIsBuilt, 120_000)

const ROWS = 20_000

/** Far less than the 45 seconds after which a silent worker counts as dead. */
const SOON = { timeout: 25_000, interval: 100 }

test('an import goes on right after its server was killed and started again', { timeout: 180_000 }, async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-import-'))
  const server = new ServerProcess(await freePort(), { DATA_DIR: data_dir })
  onTestFinished(async () => {
    await server.end('SIGTERM')
    await rm(data_dir, { recursive: true, force: true })
  }, 60_000)
  await server.start()
  const ada = await new Agent(server.url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  const rows = Array.from({ length: ROWS }, (_, n) => `guest${n}@example.com,Guest ${n}`)
  const form = new FormData()
  form.set('file', new Blob([['email,name', ...rows].join('\n')]), 'people.csv')
  const headers = { authorization: ada.token ?? '' }
  const answer = await fetch(`${server.url}/api/customer_imports`, { method: 'POST', body: form, headers })
  const { data: file } = (await answer.json()) as { data: CustomerImport }
  const path = `/api/customer_imports/${file.id}`
  const read = (): Promise<CustomerImport> => ada.data('GET', path)
  await ada.data('POST', `${path}/check`, { mapping: file.mapping })
  await until('the check', async () => (await read()).status === 'checked')
  await ada.data('POST', `${path}/start`)
  await until('the first rows', async () => (await read()).created_count > 0)

  await server.end('SIGKILL')
  await server.start()
  const before = await read()
  expect(before).toMatchObject({ status: 'importing' })
  await expect.poll(async () => (await read()).created_count, SOON).toBeGreaterThan(before.created_count)
  await until('the whole import', async () => (await read()).status === 'done')
  expect(await read()).toMatchObject({ created_count: ROWS, updated_count: 0, skipped_count: 0 })
})
