import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../src/platform/database/of.js'
import { newFileKey } from '../../src/platform/files/file-name.js'
import { createLocalStore } from '../../src/platform/files/local-store.js'
import { createReadiness } from '../../src/platform/readiness.js'
import { Client } from '../client.js'
import { expectErrors } from '../logged-errors.js'
import { startTestServer, type TestServer } from '../server.js'
import { newCompany, Visitor } from '../story.js'
import { upload, uploaded } from '../upload.js'

const kilobytes = (n: number) => Buffer.alloc(n * 1_000, 'x')

const storedIn = async (server: TestServer, account_id: string) => {
  const files = databaseOf(server.platform).db.selectFrom('files').select('size').where('account_id', '=', account_id)
  return (await files.execute()).reduce((sum, { size }) => sum + Number(size), 0)
}

const limited = () =>
  startTestServer({
    env: { UPLOAD_MB_PER_VISITOR: '1', UPLOAD_MB_PER_ADDRESS: '2', UPLOAD_MB_PER_ACCOUNT: '3' },
  })

test('refuses uploads above the quota of a visitor, an IP and an account', { timeout: 60_000 }, async () => {
  const server = await limited()
  const { id: account_id, admin } = await newCompany(server, 'Acme', 'ada')
  const visitor = await new Visitor(server.url).arrives(account_id)
  const named = { account_id, customer_id: visitor.customer_id }
  await uploaded(visitor, named, 'a first file')
  expect((await upload(visitor, named, kilobytes(900))).status).toBe(201)
  const refused = await upload(visitor, named, kilobytes(200))
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { message: 'Upload limit reached: 1 MB a day for one visitor. Try again tomorrow.' } },
  })
  expect(refused.body.error?.retry_after).toBeGreaterThan(0)

  // Without a customer id the IP counts, over all accounts.
  const globex = await newCompany(server, 'Globex', 'grace')
  expect((await upload(visitor, { account_id: globex.id }, kilobytes(900))).status).toBe(201)
  const second = await upload(visitor, { account_id }, kilobytes(500))
  expect([second.status, second.body.error?.message]).toEqual([
    429,
    'Upload limit reached: 2 MB a day for one network address. Try again tomorrow.',
  ])

  // Visitors from many IPs share the account's quota. The team has its own.
  const [first, other] = [new Client(server.url), new Client(server.url)]
  expect((await upload(first, { account_id }, kilobytes(1_800))).status).toBe(201)
  const third = await upload(other, { account_id }, kilobytes(500))
  expect([third.status, third.body.error?.message]).toEqual([
    429,
    'Upload limit reached: 3 MB a day for the visitors of one account. Try again tomorrow.',
  ])
  expect((await upload(admin, {}, kilobytes(500))).status).toBe(201)
})

test('many uploads at the same time do not exceed a quota together', { timeout: 60_000 }, async () => {
  const server = await limited()
  const { id: account_id } = await newCompany(server, 'Acme', 'ada')
  const visitor = await new Visitor(server.url).arrives(account_id)
  const fields = { account_id, customer_id: visitor.customer_id }
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(visitor, fields, kilobytes(300))))
  expect(answers.map(({ status }) => status)).toContain(201)
  expect(await storedIn(server, account_id)).toBeLessThanOrEqual(1_000_000)
})

test('refuses files while disk space is low, warns in /ready, and chat still works', { timeout: 60_000 }, async () => {
  expectErrors(/The server is low on disk space/)
  // More than any disk has, so that the real free space is below it.
  const server = await startTestServer({ env: { MIN_FREE_DISK_MB: '999999999' } })
  const { id: account_id, admin } = await newCompany(server, 'Acme', 'ada')
  const visitor = await (await new Visitor(server.url).arrives(account_id)).opensChat()
  const low = {
    status: 507,
    body: { error: { status: 507, message: expect.stringMatching(/^The server is low on disk space/) } },
  }
  expect(await upload(visitor, { account_id }, 'x')).toMatchObject(low)
  expect(await upload(admin, {}, 'x')).toMatchObject(low)
  const form = new FormData()
  form.append('file', new Blob(['email\na@example.com']), 'people.csv')
  const headers = { authorization: admin.token ?? '' }
  const imported = await fetch(`${server.url}/api/customer_imports`, { method: 'POST', body: form, headers })
  expect(imported.status).toBe(507)
  expect(await storedIn(server, account_id)).toBe(0)

  const ready = await visitor.get('/ready')
  expect([ready.status, ready.body]).toEqual([
    200,
    { status: 'ready', warnings: ['Disk space is low: uploads are refused.'] },
  ])
  await visitor.says('Still here')
  expect(visitor.heard.map(({ body }) => body)).toEqual(['Still here'])
})

test('with another store for files only the database is warned about', async () => {
  const { platform } = await startTestServer({ env: { MIN_FREE_DISK_MB: '999999999' } })
  const config = { ...platform.config, files_url: 's3://KEY:SECRET@store.test/bucket', database_url: undefined }
  const readiness = createReadiness({
    ...{ config, database: databaseOf(platform), migrations: [] },
    isStopping: () => false,
    isConnected: () => true,
  })
  expect((await readiness()).warnings).toEqual(['Disk space is low: the database stops when the disk is full.'])
})

test('a disk that runs full in the middle of a file is a 507 and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-full-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const full = new Readable({
    read() {
      this.push('the first bytes')
      this.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    },
  })
  const put = createLocalStore(folder, 0).put(newFileKey('a.txt'), full, { content_type: 'text/plain' })
  await expect(put).rejects.toMatchObject({ status: 507 })
  expect(await readdir(join(folder, 'drafts'))).toEqual([])
})
