import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { theServer } from '../../../../test/server.js'
import { databaseOf } from '../../../platform/database/of.js'
import { changeUsageTogether } from './change-usage.js'

test('counts changes at the same time together, and each gets the sum after its own', async () => {
  const { platform } = await theServer()
  const { db } = databaseOf(platform)
  const keys = [`test ${randomUUID()}`, `test ${randomUUID()}`]
  const counted = await Promise.all([10, 20, 30, -20].map((bytes) => changeUsageTogether(platform, keys, bytes)))
  for (const key of keys) expect(counted.map((used) => used.get(key))).toEqual([10, 30, 60, 40])

  expect((await changeUsageTogether(platform, keys, 5)).get(keys[0] ?? '')).toBe(45)
  const rows = await db.selectFrom('upload_usage').select('bytes').where('key', 'in', keys).execute()
  expect(rows.map(({ bytes }) => Number(bytes))).toEqual([45, 45])
  expect(await changeUsageTogether(platform, [], 5)).toEqual(new Map())
})

test('a failure reaches everybody who waits, and the next change is counted', async () => {
  const { platform } = await theServer()
  const broken = [`test ${randomUUID()}\0`]
  const failed = await Promise.allSettled([1, 2, 3].map((bytes) => changeUsageTogether(platform, broken, bytes)))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(changeUsageTogether(platform, broken, 1)).rejects.toThrow()
})
