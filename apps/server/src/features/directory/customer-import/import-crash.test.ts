import type { CustomerImport } from '@papercups/contract'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { FileStore } from '../../../platform/files/file-store.js'
import { databaseOf } from '../../../platform/database/of.js'
import { uploaded, check, counts, isDeleted, keyOf, settled } from '../../../../test/customer-imports.js'
import { story } from '../../../../test/story.js'
import { runImport } from './run-import.js'

/** A store whose machine fails after so many bytes. */
function failingStore(files: FileStore, after: number): FileStore {
  async function* some(stream: Readable) {
    let read = 0
    for await (const chunk of stream) {
      const bytes = (chunk as Buffer).subarray(0, after - read)
      yield bytes
      read += bytes.length
      if (read >= after) throw new Error('The machine went away')
    }
  }
  return {
    ...files,
    get: async (key) => {
      const file = await files.get(key)
      return file && { ...file, stream: Readable.from(some(file.stream)) }
    },
  }
}

test.each(['checking', 'importing'] as const)('an error that lasts ends %s with a reason', async (status) => {
  const { ada, acme, server } = await story()
  const file = await uploaded(ada, 'email\nzoe@example.com')
  const { db, pool } = databaseOf(server.platform)
  await db.updateTable('customer_imports').set({ status, run: 7 }).where('id', '=', file.id).execute()
  const broken = { ...server.platform.files, get: () => Promise.reject(new Error('Access denied')) }
  const run = () => runImport(server.platform.account(acme.id), broken, file.id, 7)
  const now = (): Promise<CustomerImport> => ada.data('GET', `/api/customer_imports/${file.id}`)

  await expect(run()).rejects.toThrow('Access denied')
  expect(await now()).toMatchObject({ status, failure: null })
  await pool.query(
    'update customer_imports set updated_at = now() - make_interval(mins => 11) where id = $1 and account_id = $2',
    [file.id, acme.id],
  )
  await expect(run()).rejects.toThrow('Access denied')
  const failure = 'The server had an error again and again. Upload the file again later.'
  expect(await now()).toMatchObject({ status: 'failed', failure })
  // The job runs once more, and there is nothing left to do.
  await run()
})

test('continues after a crash without duplicates or losses', { timeout: 60_000 }, async () => {
  const { ada, acme, server } = await story()
  const lines = Array.from({ length: 3_400 }, (_, n) => `guest${n}@example.com,Guest ${n}`)
  // Repeats a line in another batch, after the crash.
  const file = await uploaded(ada, ['email,name', ...lines, lines[3]].join('\n'))
  expect(counts(await check(ada, file))).toEqual([3_400, 0, 1])

  const { db } = databaseOf(server.platform)
  const account = server.platform.account(acme.id)
  const started = {
    status: 'importing',
    run: 7,
    rows_read: 0,
    created_count: 0,
    skipped_count: 0,
    problems: '[]',
  } as const
  await db.updateTable('customer_imports').set(started).where('id', '=', file.id).execute()
  const { files } = server.platform
  await expect(runImport(account, failingStore(files, 90_000), file.id, 7)).rejects.toThrow('The machine went away')
  const half: CustomerImport = await ada.data('GET', `/api/customer_imports/${file.id}`)
  expect(half.status).toBe('importing')
  expect(half.created_count).toBeGreaterThan(0)
  expect(half.created_count).toBeLessThan(3_400)

  // Two runs continue at once, together with one of an earlier run.
  await Promise.all([
    runImport(account, files, file.id, 7),
    runImport(account, files, file.id, 7),
    runImport(account, files, file.id, 6),
  ])
  const done = await settled(ada, file.id)
  expect([done.status, counts(done), done.problems]).toEqual([
    'done',
    [3_400, 0, 1],
    [{ line: 3_402, reason: 'is about the same customer as line 5' }],
  ])
  const { rows } = await databaseOf(server.platform).pool.query(
    `select count(*) as all, count(distinct email) as different from customers where account_id = $1 and email like 'guest%'`,
    [acme.id],
  )
  expect(rows).toEqual([{ all: 3_400, different: 3_400 }])
  const { rows: logged } = await databaseOf(server.platform).pool.query(
    `select count(*) as logged from events where account_id = $1 and type = 'customer:created' and actor = $2`,
    [acme.id, `user:${ada.id}`],
  )
  expect(logged).toEqual([{ logged: 3_400 }])
  await isDeleted(files, await keyOf(server, file.id))
})
