import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNameServer } from '../../../test/name-server.js'
import { resolveRecently } from './resolve-recently.js'

let names: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  names = await startNameServer()
})
afterAll(() => names.stop())

test('asks once for a name that does not exist, and again after a failure of the name server', async () => {
  const { questions } = names
  for (const name of ['shop.test', 'Shop.test']) {
    await expect(resolveRecently(name, 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  }
  expect(questions).toHaveLength(1)
  await expect(resolveRecently('shop.test', 'MX')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(questions).toHaveLength(2)

  names.code = 2
  await expect(resolveRecently('away.test', 'TXT')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  const asked = questions.length
  names.code = 3
  await expect(resolveRecently('away.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(questions.length).toBe(asked + 1)
})
