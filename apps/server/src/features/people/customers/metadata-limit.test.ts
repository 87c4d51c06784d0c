import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'
import { addWithinLimit, dropBeyondLimit, MAX_BYTES, MAX_KEYS } from './metadata-limit.js'

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n]))
const isWithin = (metadata: object) =>
  Object.keys(metadata).length <= MAX_KEYS && Buffer.byteLength(JSON.stringify(metadata)) <= MAX_BYTES

test('drops a visitor’s metadata beyond the limit and keeps the rest', async () => {
  const { ada, acme, server } = await story()
  const visitor = new Client(server.url)
  const huge = { plan: 'gold', story: 'x'.repeat(40_000), seats: 5 }
  const { id } = await visitor.data('POST', '/api/customers', { customer: { account_id: acme.id, metadata: huge } })
  expect((await ada.data('GET', `/api/customers/${id}`)).metadata).toEqual({ plan: 'gold', seats: 5 })

  const { body } = await visitor.put(`/api/customers/${id}/metadata`, { metadata: { metadata: keys(150) } })
  expect(body.data.metadata).toEqual(keys(MAX_KEYS))
  const wide = Object.fromEntries(Array.from({ length: 28 }, (_, n) => [`é${n}`, 'é'.repeat(1_000)]))
  await visitor.put(`/api/customers/${id}/metadata`, { metadata: { metadata: wide } })
  const { metadata } = await ada.data('GET', `/api/customers/${id}`)
  expect([Object.keys(metadata).length, isWithin(metadata)]).toEqual([16, true])

  const conversation = { account_id: acme.id, customer_id: id, metadata: huge }
  const begun = await visitor.data('POST', '/api/conversations', { conversation })
  expect(begun.metadata).toEqual({ plan: 'gold', seats: 5 })
})

test('rejects a team’s metadata beyond the limit', async () => {
  const { ada, carla } = await story()
  const path = `/api/customers/${carla.customer_id}`
  const tooMany = { metadata: ['should have at most 100 keys'] }
  const tooLong = { metadata: ['should be at most 32 kB'] }
  for (const [metadata, errors] of [
    [keys(101), tooMany],
    [{ story: 'x'.repeat(MAX_BYTES) }, tooLong],
  ] as const) {
    for (const answer of [
      await ada.put(path, { customer: { metadata } }),
      await ada.post('/api/customers', { customer: { name: 'Dora', metadata } }),
      await ada.put(`${path}/metadata`, { metadata: { metadata } }),
    ])
      expect([answer.status, answer.body.error?.errors]).toEqual([422, errors])
  }
  expect((await ada.data('GET', path)).metadata).toBeNull()
  expect((await ada.data('PUT', path, { customer: { metadata: keys(100) } })).metadata).toEqual(keys(100))
})

test('counts bytes and keys as they are stored', () => {
  const full = { a: 'x'.repeat(MAX_BYTES - '{"a":""}'.length) }
  expect(dropBeyondLimit(full)).toEqual(full)
  expect(dropBeyondLimit({ a: `${full.a}x` })).toEqual({})
  expect(addWithinLimit(keys(99), keys(200))).toEqual(keys(100))
  expect(addWithinLimit({ a: 1 }, { a: 2 })).toEqual({ a: 2 })
  // Older rows may be larger. They are kept.
  expect(addWithinLimit(keys(120), { more: 1 })).toEqual(keys(120))
})
