import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
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
