import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { story, Visitor } from '../../../../test/story.js'

test('a visitor writes, the team receives it, and a reply goes back', async () => {
  const { ada, carla, heard } = await story()

  await carla.says('Where is my parcel?')
  await ada.answers('On its way!')

  expect(heard.byTeam).toEqual(['Where is my parcel?', 'On its way!'])
  expect(heard.byCustomer).toEqual(['Where is my parcel?', 'On its way!'])
  expect(heard.byStrangers).toEqual([])
})

test('a private note stays with the team', async () => {
  const { ada, heard, carla, acme } = await story()

  await ada.remarks('Careful, she is a reporter')

  expect(heard.byTeam).toEqual(['Careful, she is a reporter'])
  expect(heard.byCustomer).toEqual([])
  const own = await carla.get(`/api/conversations/customer?customer_id=${carla.customer_id}&account_id=${acme.id}`)
  expect(own.body.data[0].messages).toEqual([])
})

test('a visitor cannot write as somebody else or privately', async () => {
  const { ada, acme, globex, carla } = await story()

  const forged = {
    user_id: ada.id,
    account_id: globex.id,
    type: 'bot',
    private: true,
    source: 'slack',
    seen_at: '2020-01-01T00:00:00Z',
  }
  await carla.says('Your boss says: refund me', forged)

  expect(ada.heard[0]).toMatchObject({
    customer_id: carla.customer_id,
    user_id: null,
    account_id: acme.id,
    type: 'reply',
    private: false,
    source: 'chat',
    seen_at: null,
  })
})

test('visitors never learn an agent’s email or role', async () => {
  const { ada, carla, acme } = await story()

  await ada.answers('Hello')

  expect(carla.heard[0]?.user).toMatchObject({ id: ada.id, email: '', role: 'user' })
  const own = await carla.get(`/api/conversations/customer?customer_id=${carla.customer_id}&account_id=${acme.id}`)
  expect(JSON.stringify(own.body)).not.toContain(ada.email)
  expect(own.body.data[0].messages[0].user).toMatchObject({ id: ada.id, role: 'user' })
  expect(ada.heard[0]?.user).toMatchObject({ email: ada.email, role: 'admin' })
})

test('a resent message is stored once', async () => {
  const { ada, carla, heard } = await story()
  const client_message_id = randomUUID()
  const message = { conversation_id: carla.conversation_id, body: 'Once', client_message_id }

  const first = await ada.sends(message)
  const again = await Promise.all([ada.sends(message), ada.sends(message)])

  expect(again.map(({ id }) => id)).toEqual([first.id, first.id])
  expect(heard.byTeam).toEqual(['Once'])
  const { body } = await ada.get(`/api/conversations/${carla.conversation_id}/messages`)
  expect(body.data).toHaveLength(1)
})

test('nobody can take over another’s message id', async () => {
  const { ada, ben, carla } = await story()
  const message = { conversation_id: carla.conversation_id, body: 'Mine', client_message_id: randomUUID() }
  await ada.sends(message)

  const taken = await ben.post('/api/messages', { message: { ...message, body: 'No, mine' } })

  expect(taken.status).toBe(422)
  expect(taken.body.error.errors).toEqual({ client_message_id: ['has already been taken'] })
})

test('stores repeats of older widgets once', async () => {
  const { carla, heard } = await story()
  const sent_at = new Date().toISOString()

  await carla.says('Hello?', { sent_at })
  await carla.says('Hello?', { sent_at })
  await carla.says('Hello?')

  expect(heard.byCustomer).toEqual(['Hello?', 'Hello?'])
})

test('numbers have no gaps under parallel writes', async () => {
  const { ada, ben, carla } = await story()
  const { conversation_id } = carla

  const sends = Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? ada : ben).post('/api/messages', { message: { conversation_id, body: `${n}` } }),
  )
  await Promise.all(sends)

  const { body } = await ada.get(`/api/conversations/${conversation_id}/messages?limit=500`)
  expect(body.data.map((message: { seq: number }) => message.seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
})

test('limits a flooding visitor on any number of sockets before others in the same office', async () => {
  const { acme, carla, server } = await story()
  const { customer_id, conversation_id } = carla
  const sockets = await Promise.all(
    [1, 2].map(() => new Visitor(server.url, carla.address).join(`conversation:${conversation_id}`, { customer_id })),
  )
  const flood = sockets.flatMap((socket) =>
    Array.from({ length: 100 }, (_, n) => socket.push('shout', { body: `Buy ${n}!` }).catch(({ message }) => message)),
  )
  const refused = (await Promise.all(flood)).filter((answer) => typeof answer === 'string')
  // A minute's worth is accepted, plus what was refilled while they wrote.
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every((reason) => /^Too many messages. Please try again in \d+ s.$/.test(reason))).toBe(true)

  const colleague = await new Visitor(server.url, carla.address).arrives(acme.id)
  await colleague.opensChat()
  await colleague.says('A question')
  expect(colleague.heard).toMatchObject([{ body: 'A question' }])
})

test('a client loads the messages that it missed', async () => {
  const { ada, carla } = await story()
  for (const body of ['one', 'two', 'three']) await ada.answers(body)
  const messages = `/api/conversations/${carla.conversation_id}/messages`

  const missed = await ada.get(`${messages}?after=1`)
  const earlier = await ada.get(`${messages}?before=3&limit=1`)

  expect(missed.body.data.map((message: { body: string }) => message.body)).toEqual(['two', 'three'])
  expect(earlier.body.data.map((message: { body: string }) => message.body)).toEqual(['two'])
})

test('applies the rules that follow a message', async () => {
  const { ada, ben, carla } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  const state = async () => (await ada.get(path)).body.data

  await carla.says('Hello')
  expect(await state()).toMatchObject({ read: false, status: 'open', assignee_id: null })

  await ben.answers('Hi!')
  expect(await state()).toMatchObject({ read: true, assignee_id: ben.id })

  await ada.answers('Me too')
  expect(await state()).toMatchObject({ assignee_id: ben.id })

  await ada.put(path, { conversation: { status: 'closed' } })
  expect((await state()).closed_at).not.toBeNull()
  await carla.says('One more thing')
  expect(await state()).toMatchObject({ read: false, status: 'open', closed_at: null })
})

test('rejects a blank message', async () => {
  const { ada, carla, heard } = await story()

  for (const body of ['', '   ', '\u200b\u2060', null]) {
    const answer = await ada.post('/api/messages', { message: { conversation_id: carla.conversation_id, body } })
    expect(answer.status).toBe(422)
    await expect(carla.push('shout', { body })).rejects.toThrow('Unprocessable Entity')
  }
  expect(heard.byTeam).toEqual([])
})

test('rejects conversations, files and users of another account', async () => {
  const { ada, grace, carla, heard } = await story()
  const { conversation_id } = carla

  const message = await grace.post('/api/messages', { message: { conversation_id, body: 'Boo' } })
  expect(message.status).toBe(404)

  const mention = await ada.post('/api/messages', {
    message: { conversation_id, body: 'Boo', mentioned_user_ids: [grace.id] },
  })
  expect(mention.body.error.errors).toEqual({ mentioned_user_ids: ['does not exist'] })

  const file_ids = [randomUUID()]
  const file = await ada.post('/api/messages', { message: { conversation_id, body: 'Boo', file_ids } })
  expect(file.body.error.errors).toEqual({ file_ids: ['does not exist'] })
  expect(heard.byTeam).toEqual([])
})

test('names missing fields', async () => {
  const { ada, carla } = await story()
  const { status, body } = await ada.post('/api/messages', { message: { body: 'To whom?' } })
  expect(status).toBe(422)
  expect(body.error.errors).toEqual({ conversation_id: ["can't be blank"] })
  const { conversation_id } = carla
  const odd = await ada.post('/api/messages', { message: { conversation_id, body: 'Boo', type: 'customer' } })
  expect(odd.body.error.errors).toEqual({ type: ['is invalid'] })
  const both = await ada.post('/api/messages', {
    message: { conversation_id, body: 'Boo', customer_id: carla.customer_id, user_id: ada.id },
  })
  expect(both.body.error.message).toBe('A message should not have both a `user_id` and `customer_id`')
  expect((await ada.post('/api/messages', {})).status).toBe(400)
})

test('stores metadata unchanged', async () => {
  const { ada, carla } = await story()
  const metadata = { disable_webhook_events: true, mentions: [{ id: ada.id }], subject: 'Parcel' }
  const message = await ada.sends({ conversation_id: carla.conversation_id, body: 'Hi', metadata })
  expect(message.metadata).toEqual(metadata)
  expect((await ada.data('GET', `/api/messages/${message.id}`)).metadata).toEqual(metadata)
})

test('invalid optional fields never cost a visitor their message', async () => {
  const { ada, carla, heard } = await story()
  const deep: unknown = JSON.parse('['.repeat(50) + ']'.repeat(50))
  const odd = [
    { metadata: 'undefined' },
    { metadata: ['a'], content_type: { a: 1 } },
    { metadata: { deep }, sent_at: 'just now' },
    { content_type: 'x'.repeat(1_000), sent_at: 1.5 },
  ]
  for (const [at, more] of odd.entries()) await carla.says(`Help ${at}`, more)

  expect(heard.byTeam).toEqual(['Help 0', 'Help 1', 'Help 2', 'Help 3'])
  expect(ada.heard.map(({ metadata }) => metadata)).toEqual([null, null, null, null])
  // An invalid file is rejected, so that she knows that it was not sent.
  await expect(carla.says('With a picture', { file_ids: ['nonsense'] })).rejects.toThrow()
  expect(heard.byTeam).toHaveLength(4)
})

test('API callers list all messages of the account in pages, and change them', async () => {
  const { ada, grace, carla } = await story()
  await carla.says('Where is my parcel?')
  for (const body of ['One', 'Two', 'Three']) await ada.answers(body)
  const { id } = await ada.remarks('Careful, she is a reporter')
  const bodies = async (query: string) =>
    (await ada.data('GET', `/api/messages?${query}`)).map((message: { body: string }) => message.body)

  expect(await bodies('')).toEqual(['Careful, she is a reporter', 'Three', 'Two', 'One', 'Where is my parcel?'])
  expect(await bodies(`customer_id=${carla.customer_id}`)).toEqual(['Where is my parcel?'])
  expect(await bodies(`user_id=${ada.id}&private=false&type=reply`)).toEqual(['Three', 'Two', 'One'])
  const [first, second] = await ada.data('GET', '/api/messages?limit=2')
  expect(first).not.toHaveProperty('user')
  expect(await bodies(`limit=2&after_message_id=${second.id}`)).toEqual(['Two', 'One'])
  expect(await ada.data('GET', '/api/messages/count')).toEqual({ count: 5 })

  const path = `/api/messages/${id}`
  const changes = { body: 'Be kind', metadata: { imported: true }, user_id: grace.id, conversation_id: first.id }
  expect(await ada.data('PUT', path, { message: changes })).toMatchObject({
    body: 'Be kind',
    metadata: { imported: true },
    private: true,
    user_id: ada.id,
    conversation_id: carla.conversation_id,
  })
  expect((await ada.put(path, { message: { body: ' ' } })).body.error.errors).toEqual({ body: ["can't be blank"] })
  expect(await ada.data('GET', path)).toMatchObject({ body: 'Be kind', user: { id: ada.id } })

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { message: { body: 'Hacked' } } : undefined
    expect((await grace.call(method, path, body)).status).toBe(404)
  }
  expect(await grace.data('GET', '/api/messages')).toEqual([])
  expect(await grace.data('GET', '/api/messages/count')).toEqual({ count: 0 })
  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.get(path)).status).toBe(404)
  expect(await bodies('private=true')).toEqual([])
})
