import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story } from '../../../../test/story.js'

test('the first message of an agent assigns nobody, marks nothing as read and is no first reply', async () => {
  const { ada, carla, server } = await story()
  const { customer_id } = carla
  const answer = await ada.data('POST', '/api/conversations', {
    conversation: { customer_id, message: { body: 'Hi Carla' } },
  })

  expect(answer).toMatchObject({ assignee_id: null, read: false, status: 'open' })
  expect(answer.last_activity_at).not.toBeNull()
  const stored = await ada.data('GET', `/api/conversations/${answer.id}`)
  expect(stored).toMatchObject(answer)
  const { db } = databaseOf(server.platform)
  const row = db.selectFrom('conversations').select('first_replied_at').where('id', '=', answer.id)
  expect((await row.executeTakeFirstOrThrow()).first_replied_at).toBeNull()

  await ada.replies(answer.id, 'Are you there?')
  expect(await ada.data('GET', `/api/conversations/${answer.id}`)).toMatchObject({ assignee_id: ada.id, read: true })
})

test('keeps the status and read state that a signed-in caller gives', async () => {
  const { ada, ben, carla } = await story()
  const given = { status: 'closed', read: true, assignee_id: ben.id, priority: 'priority' }
  const conversation = { customer_id: carla.customer_id, ...given, message: { body: 'Imported' } }
  const answer = await ada.data('POST', '/api/conversations', { conversation })
  expect(answer).toMatchObject(given)
  expect(answer.closed_at).not.toBeNull()
  expect(await ada.data('GET', `/api/conversations/${answer.id}`)).toMatchObject(answer)

  const odd = { customer_id: carla.customer_id, status: 'asleep' }
  const { status, body } = await ada.post('/api/conversations', { conversation: odd })
  expect([status, body.error.errors]).toEqual([422, { status: ['is invalid'] }])
})

test('a visitor chooses neither status nor read state, and brings no first message', async () => {
  const { carla, acme, ada } = await story()
  const wishes = { status: 'closed', read: true, message: { body: 'Hi', type: 'nonsense' } }
  const conversation = { account_id: acme.id, customer_id: carla.customer_id, ...wishes }
  const { id, status, read } = await carla.data('POST', '/api/conversations', { conversation })
  expect({ status, read }).toEqual({ status: 'open', read: false })
  expect(await ada.data('GET', `/api/conversations/${id}/messages`)).toEqual([])
})

test('stores the first message as given, and refuses an unknown type or source', async () => {
  const { ada, ben, carla } = await story()
  const { customer_id } = carla
  const begins = (message: object) => ada.post('/api/conversations', { conversation: { customer_id, message } })

  const metadata = { mentions: [{ id: ben.id, display_name: 'Ben' }] }
  const { body } = await begins({ body: 'Hi', type: 'bot', source: 'api', metadata, mentioned_user_ids: [ben.id] })
  const stored = await ada.data('GET', `/api/conversations/${body.data.id}`)
  expect(stored.messages).toMatchObject([{ body: 'Hi', type: 'bot', source: 'api', metadata, private: false }])
  expect(stored.mentions).toMatchObject([{ user_id: ben.id }])

  const { total } = (await ada.get('/api/conversations')).body
  for (const odd of [{ type: 'customer' }, { source: 'fax' }, { type: 'note', private: false }]) {
    expect((await begins({ body: 'Hi', ...odd })).status, JSON.stringify(odd)).toBe(422)
  }
  expect((await ada.get('/api/conversations')).body.total).toBe(total)
})

test('names every missing field', async () => {
  const { ada, carla, acme } = await story()
  const blank = ["can't be blank"]
  const errors = async (who: typeof carla | typeof ada, conversation: object) =>
    (await who.post('/api/conversations', { conversation })).body.error.errors

  expect(await errors(carla, {})).toEqual({ account_id: blank, customer_id: blank })
  expect(await errors(carla, { account_id: acme.id })).toEqual({ customer_id: blank })
  expect(await errors(carla, { customer_id: randomUUID() })).toEqual({ account_id: blank })
  expect(await errors(ada, {})).toEqual({ customer_id: blank })
})
