import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { newTeammate, story, Visitor, type Story } from '../../../../test/story.js'

const counts = async (agent: Story['ada'] | Story['grace']) =>
  (await agent.data('GET', '/api/conversations/unread')).conversations
const count = async (agent: Story['ada'] | Story['grace'], query = '') =>
  (await agent.data('GET', `/api/conversations/count?${query}`)).count

const NOTHING = { open: 0, assigned: 0, priority: 0, unread: 0, unassigned: 0, closed: 0, mentioned: 0, snoozed: 0 }

test('counters follow a conversation through its states', async () => {
  const { ada, ben, carla, grace } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  const change = (conversation: object) => ada.data('PUT', path, { conversation })
  expect(await counts(ada)).toEqual({ ...NOTHING, open: 1, unread: 1, unassigned: 1 })

  await change({ priority: 'priority', assignee_id: ada.id })
  expect(await counts(ada)).toEqual({ ...NOTHING, open: 1, unread: 1, priority: 1, assigned: 1 })
  expect(await counts(ben)).toEqual({ ...NOTHING, open: 1, unread: 1, priority: 1 })

  await ada.answers('Hello')
  expect(await counts(ada)).toEqual(NOTHING)
  await ada.sends({ conversation_id: carla.conversation_id, body: 'Ben?', private: true, mentioned_user_ids: [ben.id] })
  expect(await counts(ben)).toEqual({ ...NOTHING, mentioned: 1 })
  expect(await counts(ada)).toEqual(NOTHING)

  await change({ status: 'closed', read: false })
  expect(await counts(ben)).toEqual({ ...NOTHING, closed: 1 })
  await carla.says('One more thing')
  expect(await counts(ben)).toMatchObject({ open: 1, closed: 0, mentioned: 1 })

  await ada.data('POST', `${path}/archive`)
  expect(await counts(ben)).toEqual(NOTHING)
  await ada.data('POST', `${path}/restore`)
  expect(await counts(ada)).toEqual({ ...NOTHING, open: 1, unread: 1, priority: 1, assigned: 1 })
  expect(await counts(grace)).toEqual(NOTHING)
})

test('every inbox has a counter, and the mobile app finds all of them at the top level', async () => {
  const { ada, carla, acme } = await story()
  const primary = (await ada.data('GET', '/api/inboxes/primary')).id
  const other = (await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })).id

  const unread = await ada.data('GET', '/api/conversations/unread')
  expect(unread.inboxes).toEqual({ [primary]: 1, [other]: 0 })
  expect(unread).toMatchObject({ ...unread.conversations, ...unread.inboxes })

  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { inbox_id: other } })
  expect((await ada.data('GET', '/api/conversations/unread')).inboxes).toEqual({ [primary]: 0, [other]: 1 })
  expect(await count(ada, `inbox_id=${other}`)).toBe(1)
  expect(await count(ada, `inbox_id=${primary}&status=open`)).toBe(0)
  await ada.delete(`/api/inboxes/${other}`)
  expect((await ada.data('GET', '/api/conversations/unread')).conversations.open).toBe(await count(ada, 'status=open'))
  expect(acme.id).toBe(carla.account_id)
})

test('counts match the filtered lists', async () => {
  const { ada, ben, carla, grace, server, acme } = await story()
  const dora = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  await ada.data('PUT', `/api/conversations/${dora.conversation_id}`, {
    conversation: { assignee_id: ben.id, status: 'closed', priority: 'priority' },
  })
  await ada.sends({ conversation_id: carla.conversation_id, body: 'Ben?', private: true, mentioned_user_ids: [ben.id] })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  await ada.data('POST', `/api/conversations/${carla.conversation_id}/tags`, { tag_id: tag.id })

  const queries = ['', 'status=open', 'status=closed', 'priority=priority', 'read=true', `assignee_id=${ben.id}`]
  queries.push('assignee_id', 'source=chat', 'source=slack', `mentioning=${ben.id}`, `tag_id=${tag.id}`)
  queries.push(`customer_id=${dora.customer_id}`, 'status=closed&snoozed=true', 'archived=true', 'q=ben', 'q=nobody')
  for (const query of queries) {
    const { body } = await ada.get(`/api/conversations?${query}`)
    expect(body.total, query).toBe(body.data.length)
    expect(await count(ada, query), query).toBe(body.total)
  }
  expect(await count(ada)).toBe(2)
  expect(await count(grace)).toBe(0)
  expect(await count(ada, 'status=asleep')).toBe(0)
  expect((await ada.get('/api/conversations/count?mentioning=junk')).status).toBe(400)
})

test('counts stay right when a user leaves or a customer is erased', async () => {
  const { ada, carla, server, acme } = await story()
  const { db } = databaseOf(server.platform)
  const cleo = await newTeammate(server, acme, 'cleo')
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { assignee_id: cleo.id } })
  expect(await counts(cleo)).toMatchObject({ assigned: 1, unassigned: 0 })

  await db.deleteFrom('users').where('id', '=', cleo.id).execute()
  expect(await counts(ada)).toMatchObject({ open: 1, unassigned: 1 })
  await db.deleteFrom('customers').where('id', '=', carla.customer_id).execute()
  expect(await counts(ada)).toEqual(NOTHING)
})

test('counter tables stay small and right after many changes', async () => {
  const { ada, ben, carla, server, acme } = await story()
  const { db, pool } = databaseOf(server.platform)
  await pool.query(`do $$ begin for n in 1..701 loop
    update conversations set read = not read where id = '${carla.conversation_id}';
  end loop; end $$`)
  const rows = async () =>
    (await db.selectFrom('conversation_counts').select('id').where('account_id', '=', acme.id).execute()).length
  expect(await rows()).toBeGreaterThan(1_000)

  const seen = await Promise.all([counts(ada), counts(ben), counts(ada)])

  for (const each of seen) expect(each).toEqual(NOTHING)
  expect(await rows()).toBeLessThan(10)
  expect(await counts(ada)).toEqual(NOTHING)
})
