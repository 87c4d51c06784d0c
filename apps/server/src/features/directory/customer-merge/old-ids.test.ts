import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { merge, carlaTwice, undo } from '../../../../test/customer-merges.js'
import { Visitor } from '../../../../test/story.js'

test('the old id works in every public call, and never overwrites kept values', async () => {
  const { ada, carla, phone, profile, acme, server, bodiesIn } = await carlaTwice({}, { external_id: 'u-2' })
  const { customer_id, conversation_id } = phone
  const scope = `account_id=${acme.id}`
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { external_id: 'u-1' } })
  await phone.says('Before')
  await merge(ada, carla.customer_id, customer_id)

  // The chat that stayed open.
  const sent = { client_message_id: randomUUID() }
  await phone.says('After', sent)
  await phone.says('After', sent)
  expect(await bodiesIn(conversation_id)).toEqual(['Before', 'After'])
  const again = await new Visitor(server.url).join(`conversation:${conversation_id}`, { customer_id })
  await again.push('shout', { body: 'From a new tab', sent_at: new Date().toISOString() })
  const { messages } = await ada.data('GET', `/api/conversations/${conversation_id}`)
  expect(messages.at(-1)).toMatchObject({ body: 'From a new tab', customer_id: carla.customer_id })

  expect((await phone.get(`/api/customers/${customer_id}/exists?${scope}`)).body.data).toBe(true)
  const identified = await phone.get(`/api/customers/identify?${scope}&external_id=u-2`)
  expect(identified.body.data.customer_id).toBe(customer_id)
  const past = await phone.get(`/api/customers/${customer_id}/conversations?${scope}`)
  expect(past.body.data.map(({ id }: { id: string }) => id)).toContain(conversation_id)
  expect((await phone.get(`/api/customers/${customer_id}/conversations/${conversation_id}?${scope}`)).status).toBe(200)
  const open = await phone.get(`/api/conversations/customer?${scope}&customer_id=${customer_id}`)
  expect(open.body.data).toHaveLength(2)
  const metadata = {
    name: 'C. Moreira',
    external_id: 'u-2',
    email: 'c@example.com',
    browser: 'Firefox',
    time_zone: 'Asia/Tokyo',
  }
  expect((await phone.put(`/api/customers/${customer_id}/metadata`, { metadata })).status).toBe(200)
  expect(await profile(carla)).toMatchObject({
    ...{ name: 'Carla', external_id: 'u-1', email: 'carla@example.com', browser: 'Firefox', time_zone: 'Asia/Tokyo' },
  })
  const form = new FormData()
  for (const [key, value] of Object.entries({ account_id: acme.id, customer_id })) form.set(key, value)
  form.set('file', new Blob(['words']), 'words.txt')
  expect((await fetch(`${server.url}/api/upload`, { method: 'POST', body: form })).status).toBe(201)

  // A visitor who waits in the lobby is notified under either id.
  const received: unknown[] = []
  const lobby = await new Visitor(server.url).join(`conversation:lobby:${customer_id}`)
  lobby.on('conversation:created', ({ id }) => received.push(id))
  const begun = await ada.data('POST', '/api/conversations', { conversation: { customer_id: carla.customer_id } })
  await lobby.push('ping', {})
  expect(received).toEqual([begun.id])
  const own = await phone.data('POST', '/api/conversations', { conversation: { account_id: acme.id, customer_id } })
  expect(own.customer_id).toBe(carla.customer_id)
  const stranger = { customer_id: randomUUID() }
  await expect(new Visitor(server.url).join(`conversation:${conversation_id}`, stranger)).rejects.toThrow()
  // The team cannot change or erase a customer by an old id.
  const path = `/api/customers/${customer_id}`
  expect((await ada.put(path, { customer: { name: 'X' } })).status).toBe(404)
  expect((await ada.delete(path)).status).toBe(404)
})

test('presence shows the kept customer after a merge, and the restored one after an undo', async () => {
  const { ada, carla, phone, acme, server } = await carlaTwice()
  const connections = async () => {
    const present = await server.platform.realtime.presence(`notification:${acme.id}`)
    return [carla, phone].map(({ customer_id }) => present[`customer:${customer_id}`]?.metas.length ?? 0)
  }
  expect(await connections()).toEqual([1, 1])
  const { body } = await merge(ada, carla.customer_id, phone.customer_id)
  await expect.poll(connections).toEqual([2, 0])
  await undo(ada, body.data.id)
  await expect.poll(connections).toEqual([1, 1])
})

test('an old id needs the same proof as before', async () => {
  const { ada, carla, phone, acme } = await carlaTwice({}, {})
  const { key } = await ada.data('GET', '/api/identity_verification')
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { external_id: 'u-1' } })
  await carla.says('My account number is 4711')
  await phone.says('Hello')
  await merge(ada, carla.customer_id, phone.customer_id)
  await ada.data('PUT', '/api/identity_verification', { identity_verification: { required: true } })
  const prove = (external_id: string) => createHmac('sha256', key).update(external_id).digest('hex')
  const past = async (who: Visitor, hash = '') => {
    const query = `account_id=${acme.id}&user_hash=${hash}`
    return (await who.get(`/api/customers/${who.customer_id}/conversations?${query}`)).body.data.length
  }
  expect([await past(phone), await past(phone, prove('u-2')), await past(phone, prove('u-1'))]).toEqual([0, 0, 2])
  expect([await past(carla), await past(carla, prove('u-1'))]).toEqual([0, 2])
  const exists = `/api/customers/${phone.customer_id}/exists?account_id=${acme.id}`
  expect((await phone.get(exists)).body.data).toBe(false)
  const metadata = { metadata: { pathname: '/' } }
  expect((await phone.put(`/api/customers/${phone.customer_id}/metadata`, metadata)).status).toBe(403)

  // The site knows both: proof of either id is proof of the person.
  const third = await new Visitor(phone.url).arrives(acme.id, { name: 'Carla' })
  await ada.data('PUT', `/api/customers/${third.customer_id}`, { customer: { external_id: 'u-3' } })
  await merge(ada, carla.customer_id, third.customer_id)
  expect([await past(third), await past(third, prove('u-3')), await past(third, prove('u-4'))]).toEqual([0, 2, 0])
  const identify = (hash: string) =>
    third.get(`/api/customers/identify?account_id=${acme.id}&external_id=u-3&user_hash=${hash}`)
  expect((await identify(prove('u-1'))).body.data.customer_id).toBe(null)
  expect((await identify(prove('u-3'))).body.data.customer_id).toBe(third.customer_id)
})
