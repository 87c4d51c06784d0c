import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor, type Story } from '../../../../test/story.js'

const ids = (conversations: Array<{ id: string }>) => conversations.map(({ id }) => id)

/** Creates conversations of Acme, oldest first. */
async function conversations({ server, acme }: Story, count: number) {
  const made: string[] = []
  for (let n = 0; n < count; n += 1) {
    const visitor = await new Visitor(server.url).arrives(acme.id)
    const { customer_id } = visitor
    const { id } = await visitor.data('POST', '/api/conversations', {
      conversation: { account_id: acme.id, customer_id },
    })
    made.push(id)
  }
  return made
}

test('pages cover a list exactly, even with equal activity times', async () => {
  const tale = await story()
  const { ada, carla, server } = tale
  const silent = await conversations(tale, 3)
  const active = await conversations(tale, 4)
  const { db } = databaseOf(server.platform)
  // Two have the same time, and those without messages have none.
  for (const [n, id] of active.entries()) {
    const last_activity_at = new Date(Date.UTC(2024, 0, 1 + Math.min(n, 2)))
    await db.updateTable('conversations').set({ last_activity_at }).where('id', '=', id).execute()
  }

  const seen: string[] = []
  let after: string | null = ''
  for (let page = 0; page < 10 && after !== null; page += 1) {
    const { body } = await ada.get(`/api/conversations?status=open&limit=2&after=${after}`)
    expect(body.limit).toBe(2)
    expect(body.total).toBe(8)
    seen.push(...ids(body.data))
    after = body.next
  }

  expect(seen).toHaveLength(8)
  expect(new Set(seen)).toEqual(new Set([...silent, ...active, carla.conversation_id]))
  expect(new Set(seen.slice(0, 4))).toEqual(new Set([...silent, carla.conversation_id]))
  expect(seen.at(-1)).toBe(active[0])
})

test('filters combine', async () => {
  const tale = await story()
  const { ada, ben, carla } = tale
  const [other = ''] = await conversations(tale, 1)
  await carla.says('Where is my parcel? 100%')
  await ada.put(`/api/conversations/${other}`, {
    conversation: { assignee_id: ben.id, priority: 'priority', read: true },
  })
  await ada.sends({
    conversation_id: other,
    body: 'Ben, look',
    private: true,
    type: 'note',
    mentioned_user_ids: [ben.id],
  })
  const list = async (query: string, who = ada) => ids((await who.get(`/api/conversations?${query}`)).body.data)

  expect(await list('assignee_id')).toEqual([carla.conversation_id])
  expect(await list('assignee_id=me', ben)).toEqual([other])
  expect(await list(`assignee_id=${ada.id}`)).toEqual([])
  expect(await list('priority=priority')).toEqual([other])
  expect(await list('read=false')).toEqual([carla.conversation_id])
  expect(await list('mentioning=me', ben)).toEqual([other])
  expect(await list('mentioning=me&has_seen_mention=true', ben)).toEqual([])
  expect(await list(`customer_id=${carla.customer_id}`)).toEqual([carla.conversation_id])
  expect(await list('q=PARCEL')).toEqual([carla.conversation_id])
  expect(await list('q=100%25')).toEqual([carla.conversation_id])
  expect(await list('q=par%25el')).toEqual([])
  expect(await list('status=closed')).toEqual([])
  expect(await list('priority=priority&assignee_id')).toEqual([])
})

test('archived conversations are filtered by the place that they had', async () => {
  const tale = await story()
  const { ada, grace, server } = tale
  const [open = '', closed = '', snoozed = '', kept = ''] = await conversations(tale, 4)
  const { db } = databaseOf(server.platform)
  await db.updateTable('conversations').set({ status: 'closed' }).where('id', 'in', [closed, kept]).execute()
  await db.updateTable('conversations').set({ snoozed_at: new Date() }).where('id', '=', snoozed).execute()
  const archived = [open, closed, snoozed]
  for (const id of archived) await ada.data('POST', `/api/conversations/${id}/archive`)

  for (const [query, expected] of [
    ['', archived],
    ['&status=closed', [closed]],
    ['&status=open', [open, snoozed]],
    ['&status=open&snoozed=false', [open]],
    ['&snoozed=true', [snoozed]],
    ['&snoozed=false', [open, closed]],
    ['&status=closed&snoozed=true', []],
    ['&status=closed&assignee_id', [closed]],
    [`&status=closed&assignee_id=${ada.id}`, []],
  ] as const) {
    const { data, total } = (await ada.get(`/api/conversations?archived=true${query}`)).body
    expect([query, new Set(ids(data)), total]).toEqual([query, new Set(expected), expected.length])
    const { count } = await ada.data('GET', `/api/conversations/count?archived=true${query}`)
    expect([query, count]).toEqual([query, expected.length])
    expect((await grace.get(`/api/conversations?archived=true${query}`)).body.data).toEqual([])
  }
  expect(ids((await ada.get('/api/conversations?status=closed')).body.data)).toEqual([kept])
})

test('rejects malformed list parameters', async () => {
  const { ada } = await story()
  for (const query of [
    'assignee_id=junk',
    'assignee_id=1.5',
    'mentioning=junk',
    'mentioning[]=me',
    'priority=high',
    'colour=red',
    'customer_id=x',
    'after=nonsense',
    `after=${Buffer.from('9 x').toString('base64url')}`,
    'status[]=open',
  ]) {
    expect([query, (await ada.get(`/api/conversations?${query}`)).status]).toEqual([query, 400])
    expect([query, (await ada.get(`/api/conversations/count?${query}`)).status]).toEqual([query, 400])
  }
  expect((await ada.get('/api/conversations?status=asleep')).body).toMatchObject({ data: [], total: 0, next: null })
  expect((await ada.get('/api/conversations?status=asleep&q=parcel')).body.data).toEqual([])
  expect(await ada.data('GET', '/api/conversations/count?status=asleep')).toEqual({ count: 0 })
  expect((await ada.get('/api/conversations?assignee_id=0')).body.data).toEqual([])
  for (const limit of ['0', '-1', '1e9', 'many', '999']) {
    expect((await ada.get(`/api/conversations?limit=${limit}`)).status).toBe(200)
  }
  expect((await ada.get('/api/conversations/nonsense')).status).toBe(400)
  expect((await ada.get(`/api/conversations/${randomUUID()}`)).status).toBe(404)
})

test('a conversation includes its customer, newest messages and mentions', async () => {
  const { ada, ben, carla, acme, server } = await story()
  await carla.says('one')
  await ada.answers('two')
  await ada.sends({
    conversation_id: carla.conversation_id,
    body: 'three',
    private: true,
    mentioned_user_ids: [ben.id],
  })

  const conversation = await ada.data('GET', `/api/conversations/${carla.conversation_id}?message_limit=2`)
  expect(conversation.customer).toMatchObject({ id: carla.customer_id, name: 'Carla' })
  expect(conversation.messages.map((message: { body: string }) => message.body)).toEqual(['two', 'three'])
  expect(conversation.mentions).toMatchObject([{ user_id: ben.id, user: { email: ben.email }, seen_at: null }])
  expect(conversation.messages[0]).not.toHaveProperty('customer')

  // Each conversation returns its own newest messages, however many the others have.
  await (await (await new Visitor(server.url).arrives(acme.id)).opensChat()).says('alone')
  await ada.data('POST', '/api/conversations', { conversation: { customer_id: carla.customer_id } })
  const { data } = (await ada.get('/api/conversations?message_limit=2')).body
  const bodies = data.map(({ messages }: { messages: Array<{ body: string }> }) => messages.map(({ body }) => body))
  expect(bodies).toEqual([[], ['alone'], ['two', 'three']])
})

test('visitors see only their own open chats', async () => {
  const { ada, carla, acme, globex } = await story()
  await carla.says('Hello')
  await ada.remarks('a regular')
  const own = (account_id: string, customer_id = carla.customer_id) =>
    carla.get(`/api/conversations/customer?customer_id=${customer_id}&account_id=${account_id}&inbox_id=undefined`)

  const { body } = await own(acme.id)
  expect(ids(body.data)).toEqual([carla.conversation_id])
  expect(body.data[0].messages.map((message: { body: string }) => message.body)).toEqual(['Hello'])
  expect(body.data[0].messages[0]).not.toHaveProperty('customer')
  expect(body.data[0].customer).toMatchObject({ name: 'Carla', ip: null })

  expect((await own(globex.id)).body.data).toEqual([])
  expect((await own(acme.id, randomUUID())).body.data).toEqual([])
  expect((await own('nonsense')).status).toBe(400)
  await ada.put(`/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })
  expect((await own(acme.id)).body.data).toEqual([])
})

test('an agent starts a conversation with its first message, or not at all', async () => {
  const { ada, grace, carla } = await story()
  const events: string[] = []
  const inbox = await ada.listen()
  inbox.on('shout', () => events.push('shout')).on('conversation:created', () => events.push('created'))
  const lobby = await carla.join(`conversation:lobby:${carla.customer_id}`)
  lobby.on('conversation:created', ({ id }) => events.push(`lobby ${id}`))
  const { customer_id } = carla

  const conversation = await ada.data('POST', '/api/conversations', {
    conversation: { customer_id, message: { body: 'Hi Carla' } },
  })
  await ada.hearOut()
  await lobby.push('ping')
  expect(events).toEqual(['shout', 'created', `lobby ${conversation.id}`])

  const total = async () => (await ada.get('/api/conversations')).body.total
  const before = await total()
  const bad = { customer_id, message: { body: 'Hi', file_ids: [randomUUID()] } }
  expect((await ada.post('/api/conversations', { conversation: bad })).status).toBe(422)
  expect(await total()).toBe(before)

  const foreign = await grace.post('/api/conversations', { conversation: { customer_id, message: { body: 'Hi' } } })
  expect(foreign.body.error.errors).toEqual({ customer_id: ['does not exist'] })
})

test('an email conversation needs a customer with an email', async () => {
  const { ada, carla } = await story()
  const mail = { customer_id: carla.customer_id, source: 'email', subject: 'Your invoice', message: { body: 'Hi' } }
  const started = await ada.data('POST', '/api/conversations', { conversation: mail })
  expect(started).toMatchObject({ source: 'email', subject: 'Your invoice' })
  const before = (await ada.get('/api/conversations')).body.total

  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { email: 'not an email' } })
  const { status, body } = await ada.post('/api/conversations', { conversation: mail })
  expect(status).toBe(422)
  expect(body.error).toEqual({ status: 422, message: 'Invalid customer email address' })
  expect((await ada.get('/api/conversations')).body.total).toBe(before)

  // A visitor cannot choose the source: it is always a chat.
  const wish = { account_id: ada.account_id, customer_id: carla.customer_id, source: 'email' }
  expect((await carla.post('/api/conversations', { conversation: wish })).body.data.source).toBe('chat')
})

test('a visitor opens a chat but sets no other field', async () => {
  const { carla, acme, globex, ada } = await story()
  const { customer_id } = carla
  const wishes = {
    account_id: acme.id,
    customer_id,
    source: 'slack',
    assignee_id: ada.id,
    priority: 'priority',
    status: 'closed',
  }
  const { body } = await carla.post('/api/conversations', { conversation: wishes })
  expect(body.data).toMatchObject({
    source: 'chat',
    assignee_id: null,
    priority: 'not_priority',
    status: 'open',
    account_id: acme.id,
  })

  const errors = async (conversation: object) =>
    (await carla.post('/api/conversations', { conversation })).body.error.errors
  expect(await errors({ account_id: globex.id, customer_id })).toEqual({ customer_id: ['does not exist'] })
  expect(await errors({ account_id: randomUUID(), customer_id })).toEqual({ account_id: ['does not exist'] })
  expect(await errors({ customer_id })).toEqual({ account_id: ["can't be blank"] })
  expect(await errors({ account_id: acme.id })).toEqual({ customer_id: ["can't be blank"] })
})

test('broadcasts changes to the team, and rejects ids of other accounts', async () => {
  const { ada, grace, carla } = await story()
  const updates: unknown[] = []
  const inbox = await ada.listen()
  inbox.on('conversation:updated', (update) => updates.push(update))
  const path = `/api/conversations/${carla.conversation_id}`

  const { body } = await ada.put(path, {
    conversation: { assignee_id: ada.id, account_id: grace.account_id, customer_id: randomUUID() },
  })
  await ada.hearOut()
  expect(body.data).toMatchObject({ assignee_id: ada.id, account_id: ada.account_id, customer_id: carla.customer_id })
  expect(updates).toEqual([{ id: carla.conversation_id, updates: body.data }])

  expect((await ada.put(path, { conversation: { assignee_id: grace.id } })).body.error.errors).toEqual({
    assignee_id: ['does not exist'],
  })
  expect((await ada.put(path, { conversation: { status: 'asleep' } })).body.error.errors).toEqual({
    status: ['is invalid'],
  })
  expect((await grace.put(path, { conversation: { status: 'closed' } })).status).toBe(404)
  expect((await grace.get(path)).status).toBe(404)
  expect((await grace.get(`${path}/messages`)).status).toBe(404)
})

test('reading marks the conversation and the user’s mentions as read', async () => {
  const { ada, ben, carla, grace } = await story()
  await carla.says('Hello')
  await ada.sends({ conversation_id: carla.conversation_id, body: 'Ben?', private: true, mentioned_user_ids: [ben.id] })
  await carla.says('Anyone?')
  const inbox = await ben.listen()

  await inbox.push('read', { conversation_id: carla.conversation_id })

  const conversation = await ben.data('GET', `/api/conversations/${carla.conversation_id}`)
  expect(conversation.read).toBe(true)
  expect(conversation.mentions[0].seen_at).not.toBeNull()
  const outside = await grace.listen()
  await expect(outside.push('read', { conversation_id: carla.conversation_id })).rejects.toThrow('not found')
})
