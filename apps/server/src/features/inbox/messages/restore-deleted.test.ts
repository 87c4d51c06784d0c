import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'
import { createMessage } from './create-message.js'

const LINE = 'This conversation was deleted. A new message restored it.'

const openIds = async (agent: Story['ada']) =>
  (await agent.get('/api/conversations?status=open')).body.data.map(({ id }: { id: string }) => id)

test('a customer’s message restores a deleted conversation with a notice', async () => {
  const { ada, ben, carla, acme, heard } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  await ada.data('PUT', path, { conversation: { status: 'closed' } })
  await ada.data('POST', `${path}/archive`)
  const updates: Array<string | null> = []
  ;(await ben.listen()).on('conversation:updated', (change) => updates.push(change.updates.archived_at))

  await carla.says('Are you still there?')
  await ben.hearOut()

  expect(heard.byTeam).toEqual([LINE, 'Are you still there?'])
  expect(heard.byCustomer).toEqual(['Are you still there?'])
  expect(updates).toEqual([null, null])
  const conversation = await ada.data('GET', path)
  expect(conversation).toMatchObject({ status: 'open', read: false, archived_at: null })
  expect(conversation.messages).toMatchObject([
    { seq: 1, body: LINE, type: 'bot', private: true, user_id: null, customer_id: null },
    { seq: 2, body: 'Are you still there?' },
  ])
  expect(await openIds(ada)).toEqual([carla.conversation_id])
  const own = `/api/conversations/customer?customer_id=${carla.customer_id}&account_id=${acme.id}`
  expect((await carla.get(own)).body.data).toMatchObject([{ messages: [{ body: 'Are you still there?' }] }])
})

test('an agent’s message does the same, also long after the deletion', async () => {
  const { ada, carla, server } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  await ada.data('POST', `${path}/archive`)
  const { db } = databaseOf(server.platform)
  const archived_at = new Date(Date.now() - 90 * 24 * 3_600_000)
  await db.updateTable('conversations').set({ archived_at }).where('id', '=', carla.conversation_id).execute()

  await ada.answers('Hello again')

  expect(await openIds(ada)).toEqual([carla.conversation_id])
  const events = db.selectFrom('events').select(['type', 'actor', 'payload'])
  const logged = await events.where('conversation_id', '=', carla.conversation_id).orderBy('id').execute()
  const restored = logged.find(({ payload }) => (payload.became as { archived?: boolean })?.archived === false)
  expect(restored).toMatchObject({ type: 'conversation:updated', actor: `user:${ada.id}` })
})

test('a rejected or repeated message does not restore it', async () => {
  const { ada, grace, carla } = await story()
  const { conversation_id } = carla
  const path = `/api/conversations/${conversation_id}`
  const message = { conversation_id, body: 'Once', client_message_id: randomUUID() }
  const sent = await ada.sends(message)
  await ada.data('POST', `${path}/archive`)

  expect((await ada.sends(message)).id).toBe(sent.id)
  const lost = { conversation_id, body: 'With a file', file_ids: [randomUUID()] }
  expect((await ada.post('/api/messages', { message: lost })).status).toBe(422)
  expect((await grace.post('/api/messages', { message: { conversation_id, body: 'Boo' } })).status).toBe(404)

  const { archived_at, messages } = await ada.data('GET', path)
  expect(archived_at).not.toBeNull()
  expect(messages).toHaveLength(1)
})

test('stores a message although another one restores the conversation at that moment', async () => {
  const { server, ada, acme, carla } = await story()
  const { conversation_id } = carla
  await ada.data('POST', `/api/conversations/${conversation_id}/archive`)
  const account = server.platform.account(acme.id)
  let attempts = 0
  const racing = new Proxy(account, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (key !== 'run') return typeof value === 'function' ? value.bind(target) : value
      return async (...args: Parameters<typeof account.run>) => {
        const rows = await target.run(...args)
        attempts += 1
        if (attempts === 1) await ada.answers('I restore it')
        return rows
      }
    },
  })

  const message = await createMessage(racing, { user_id: ada.id }, { conversation_id, body: 'I was first' })

  expect(message.seq).toBe(3)
  expect(attempts).toBe(2)
})

test('parallel messages restore it once', async () => {
  const { ada, ben, carla } = await story()
  const { conversation_id } = carla
  await ada.data('POST', `/api/conversations/${conversation_id}/archive`)
  const bodies = ['one', 'two', 'three', 'four']
  await Promise.all(
    bodies.map((body, n) => (n % 2 ? ada : ben).post('/api/messages', { message: { conversation_id, body } })),
  )
  const messages = await ada.data('GET', `/api/conversations/${conversation_id}/messages`)
  expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(messages.filter(({ body }: { body: string }) => body === LINE)).toHaveLength(1)
})
