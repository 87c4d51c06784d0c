import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor } from '../../../../test/story.js'

test('the event log names the agent who posts as a customer', async () => {
  const { ada, ben, carla, server } = await story()
  const { conversation_id, customer_id } = carla
  await carla.says('My own words')
  await ben.sends({ conversation_id, body: 'An answer' })
  const message = { conversation_id, customer_id, body: 'Words from the old system' }
  const { id } = await ada.data('POST', '/api/messages', { message })

  const { db } = databaseOf(server.platform)
  const events = db.selectFrom('events').select(['actor', 'payload']).where('type', '=', 'message:created')
  const logged = await events.where('conversation_id', '=', conversation_id).orderBy('id').execute()
  expect(logged.map(({ actor, payload }) => [actor, payload.posted_by])).toEqual([
    [`customer:${customer_id}`, undefined],
    [`user:${ben.id}`, undefined],
    [`customer:${customer_id}`, ada.id],
  ])
  expect(logged[2]?.payload.message_id).toBe(id)
})

test('answers an unknown and a foreign customer alike', async () => {
  const { ada, carla, globex, server, heard } = await story()
  const stranger = await new Visitor(server.url).arrives(globex.id)
  const posts = async (customer_id: string) => {
    const message = { conversation_id: carla.conversation_id, customer_id, body: 'Boo' }
    const { status, body } = await ada.post('/api/messages', { message })
    return { status, body }
  }
  const foreign = await posts(stranger.customer_id)
  expect(foreign).toEqual({ status: 404, body: { error: { status: 404, message: 'Customer not found' } } })
  expect(await posts(randomUUID())).toEqual(foreign)
  expect(heard.byTeam).toEqual([])
})
