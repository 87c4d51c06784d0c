import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../src/platform/database/of.js'
import { Visitor, story } from '../story.js'

const hash = (key: string, external_id: string) => createHmac('sha256', key).update(external_id).digest('hex')
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const exp = Math.floor(Date.now() / 1_000) + 600

async function scene() {
  const all = await story()
  const carla = await new Visitor(all.server.url).arrives(all.acme.id, { name: 'Carla', external_id: 'carla' })
  const keys = await all.ada.data('GET', '/api/identity_verification')
  await all.ada.put('/api/identity_verification', { identity_verification: { required: true } })
  const finds = async (proof: Record<string, string>) => {
    const query = new URLSearchParams({ account_id: all.acme.id, external_id: 'carla', ...proof })
    return (await carla.get(`/api/customers/identify?${query.toString()}`)).body.data.customer_id === carla.customer_id
  }
  return { ...all, carla, keys: keys as { key: string; token_key: string }, finds }
}

/** Like a site that signs any id that a person chose at sign-up. */
const forge = (key: string) => {
  const chosen_id = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'carla', exp })}`
  const given_hash = hash(key, chosen_id)
  return `${chosen_id}.${Buffer.from(given_hash, 'hex').toString('base64url')}`
}

test('the hash of an id that looks like a token is not accepted as a token', async () => {
  const { keys, finds } = await scene()
  expect(keys.key).not.toBe(keys.token_key)
  expect(await finds({ identity_token: forge(keys.key) })).toBe(false)
  expect(await finds({ identity_token: forge(keys.token_key) })).toBe(true)
})

test('the signature of a token is not accepted as a hash', async () => {
  const { keys, finds } = await scene()
  expect(await finds({ user_hash: hash(keys.token_key, 'carla') })).toBe(false)
  expect(await finds({ user_hash: hash(keys.key, 'carla') })).toBe(true)
})

test('an older account keeps its hashes, and its tokens until it has moved', async () => {
  const { keys, finds, ada, grace, server } = await scene()
  const { db } = databaseOf(server.platform)
  const older = { token_key_encrypted: null, shared_key_expires_at: new Date(Date.now() + 3_600_000) }
  await db.updateTable('identity_verification').set(older).where('account_id', '=', ada.account_id).execute()

  const signed = { identity_token: forge(keys.key) }
  expect(await finds({ user_hash: hash(keys.key, 'carla') })).toBe(true)
  expect(await finds(signed)).toBe(true)
  const shown = await ada.data('GET', '/api/identity_verification')
  expect(shown).toMatchObject({ key: keys.key, shared_key_expires_at: expect.any(String) })
  expect(await finds({ identity_token: forge(shown.token_key) })).toBe(true)

  await grace.delete('/api/identity_verification/shared_key')
  expect(await finds(signed)).toBe(true)
  await ada.data('DELETE', '/api/identity_verification/shared_key')
  expect(await finds(signed)).toBe(false)
  expect(await finds({ user_hash: hash(keys.key, 'carla') })).toBe(true)
})

test('tokens signed with the hash key stop working after a time', async () => {
  const { keys, finds, ada, server } = await scene()
  const { db } = databaseOf(server.platform)
  const over = { shared_key_expires_at: new Date(Date.now() - 1) }
  await db.updateTable('identity_verification').set(over).where('account_id', '=', ada.account_id).execute()
  expect(await finds({ identity_token: forge(keys.key) })).toBe(false)
  expect((await ada.data('GET', '/api/identity_verification')).shared_key_expires_at).toBeNull()
})
