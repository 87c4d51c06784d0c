import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { demandProof, hash, keyOf, knownCarla, query } from '../../../../test/identity-proofs.js'
import { story } from '../../../../test/story.js'

test('a key can be rotated with or without a grace period', async () => {
  const all = await story()
  const { ada, ben, server } = all
  const { carla, external_id, key: first } = await knownCarla(all)
  await demandProof(ada)
  const exists = async (key: string) => {
    const path = `/api/customers/${carla.customer_id}/exists?${query({ user_hash: hash(key, external_id) })}`
    return (await carla.get(path)).body.data as boolean
  }
  expect(await keyOf(ada)).toBe(first)

  const { data } = (await ada.post('/api/identity_verification/rotate')).body
  expect(data.key).not.toBe(first)
  const left = Date.parse(data.previous_key_expires_at) - Date.now()
  expect(left).toBeGreaterThan(23 * 3_600_000)
  expect([await exists(first), await exists(data.key)]).toEqual([true, true])
  // After a day the previous key no longer works, and is no longer listed.
  const { db } = databaseOf(server.platform)
  const past = { previous_key_expires_at: new Date(Date.now() - 1) }
  await db.updateTable('identity_verification').set(past).where('account_id', '=', ada.account_id).execute()
  expect([await exists(first), await exists(data.key)]).toEqual([false, true])
  expect((await ada.get('/api/identity_verification')).body.data.previous_key_expires_at).toBeNull()

  const second = (await ada.post('/api/identity_verification/rotate', { keep_previous: true })).body.data
  expect(await exists(data.key)).toBe(true)
  expect((await ada.delete('/api/identity_verification/previous_key')).body.data.previous_key_expires_at).toBeNull()
  expect([await exists(data.key), await exists(second.key)]).toEqual([false, true])

  const third = (await ada.post('/api/identity_verification/rotate', { keep_previous: false })).body.data
  expect(third).toMatchObject({ required: true, previous_key_expires_at: null })
  expect([await exists(second.key), await exists(third.key)]).toEqual([false, true])

  for (const refused of [
    await ben.get('/api/identity_verification'),
    await ben.put('/api/identity_verification', { identity_verification: { required: false } }),
    await ben.post('/api/identity_verification/rotate'),
    await ben.delete('/api/identity_verification/previous_key'),
  ]) {
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).not.toContain(third.key)
  }
  expect((await ada.put('/api/identity_verification', { identity_verification: { required: 'maybe' } })).status).toBe(
    422,
  )
  const stored = await db
    .selectFrom('identity_verification')
    .selectAll()
    .where('account_id', '=', ada.account_id)
    .execute()
  expect(JSON.stringify(stored)).not.toContain(third.key)
})
