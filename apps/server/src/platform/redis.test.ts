import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../../test/database.js'
import { findInstall } from './redis.js'

test('all processes of an install have one name in Redis, and other installs have others', async () => {
  const [ours, copy] = [await createMigratedDatabase(), await createMigratedDatabase()]
  onTestFinished(async () => {
    await ours.drop()
    await copy.drop()
  })
  const key = Buffer.from('a secret key')

  const name = await findInstall(ours.pool, key)
  expect(name).toMatch(/^[\w-]{12}$/)
  expect(await findInstall(ours.anotherPool(), key)).toBe(name)
  // Restored from a dump, with the same secret key.
  expect(await findInstall(copy.pool, key)).not.toBe(name)
  expect(await findInstall(ours.pool, Buffer.from('another'))).not.toBe(name)
})
