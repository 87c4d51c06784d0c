import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { story, type Story } from '../../../../test/story.js'

const write = (agent: Story['ada'] | Story['grace'], note: object) => agent.post('/api/notes', { note })
const bodies = async (agent: Story['ada'] | Story['grace'], query = '') =>
  (await agent.get(`/api/notes?${query}`)).body.data.map(({ body }: { body: string }) => body)

test('a note is seen by colleagues at once, and never by the customer', async () => {
  const { ada, ben, grace, carla, hearOut } = await story()
  const received: Array<{ customer_id: string }> = []
  const elsewhere: unknown[] = []
  ;(await ben.listen()).on('note:changed', (change) => received.push(change))
  ;(await grace.listen()).on('note:changed', (change) => elsewhere.push(change))
  await ada.data('PUT', '/api/profile', { user_profile: { display_name: 'Ada' } })

  const { customer_id } = carla
  const { status, headers, body } = await write(ada, {
    body: ' Likes **long** answers\n',
    customer_id,
    author_id: ben.id,
  })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/notes/${body.data.id}`)
  expect(body.data).toEqual({
    id: expect.any(String),
    object: 'note',
    body: 'Likes **long** answers',
    content_type: 'text',
    customer_id,
    author_id: ada.id,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const [listed] = (await ben.get(`/api/notes?customer_id=${customer_id}`)).body.data
  expect(listed).toMatchObject({
    ...body.data,
    author: { display_name: 'Ada', email: ada.email },
    customer: { name: 'Carla' },
  })

  const path = `/api/notes/${body.data.id}`
  await ben.data('PUT', path, { note: { body: 'Likes short answers', customer_id: randomUUID(), author_id: ben.id } })
  expect(await ada.data('GET', path)).toMatchObject({ body: 'Likes short answers', customer_id, author_id: ada.id })
  expect((await ben.delete(path)).status).toBe(204)
  expect((await ben.delete(path)).status).toBe(404)
  expect(await bodies(ada)).toEqual([])

  await hearOut()
  expect(received).toEqual([1, 2, 3].map(() => ({ id: body.data.id, customer_id })))
  expect(elsewhere).toEqual([])
  expect((await carla.get(path)).status).toBe(401)
  expect((await carla.get(`/api/notes?customer_id=${customer_id}`)).status).toBe(401)
})

test('lists notes newest first, by customer or author, in pages', async () => {
  const { ada, ben, grace, carla } = await story()
  const dora = await ada.data('POST', '/api/customers', { customer: { name: 'Dora' } })
  for (const [agent, body, customer_id] of [
    [ada, 'one', carla.customer_id],
    [ben, 'two', carla.customer_id],
    [ada, 'three', dora.id],
  ] as const)
    await write(agent, { body, customer_id })

  expect(await bodies(ada)).toEqual(['three', 'two', 'one'])
  expect(await bodies(ada, `customer_id=${carla.customer_id}`)).toEqual(['two', 'one'])
  expect(await bodies(ada, `author_id=${ada.id}`)).toEqual(['three', 'one'])
  expect(await bodies(ada, 'customer_id=&author_id')).toHaveLength(3)

  const first = (await ada.get('/api/notes?limit=2')).body
  expect(first.data.map(({ body }: { body: string }) => body)).toEqual(['three', 'two'])
  for (const after of [first.next, first.data[1].id, first.data[1].id.toUpperCase()]) {
    const second = (await ada.get(`/api/notes?limit=2&after_note_id=${after}`)).body
    expect(second).toMatchObject({ data: [{ body: 'one' }], next: null })
  }
  expect((await grace.get(`/api/notes?after_note_id=${first.next}`)).body.data).toEqual([])

  // The last note of a page may be deleted before the next page is read.
  for (const { id } of first.data) expect((await ada.delete(`/api/notes/${id}`)).status).toBe(204)
  expect(await bodies(ada, `limit=2&after_note_id=${first.next}`)).toEqual(['one'])
  const old = await ada.get(`/api/notes?limit=2&after_note_id=${first.data[1].id}`)
  expect([old.status, old.body]).toEqual([404, { error: { status: 404, message: 'Note not found' } }])
  for (const cursor of ['nonsense', Buffer.from('9 x').toString('base64url')])
    expect((await ada.get(`/api/notes?after_note_id=${cursor}`)).status).toBe(400)
})

test('a note needs text and a customer of the account', async () => {
  const { ada, grace, carla } = await story()
  const { customer_id } = carla
  const refused = async (agent: Story['ada'] | Story['grace'], note: object) => {
    const { status, body } = await write(agent, note)
    return [status, body.error?.errors]
  }
  expect(await refused(ada, { customer_id, body: ' \n' })).toEqual([422, { body: ["can't be blank"] }])
  expect(await refused(ada, { customer_id })).toEqual([422, { body: ["can't be blank"] }])
  expect(await refused(ada, { body: 'x' })).toEqual([422, { customer_id: ["can't be blank"] }])
  const nobody = [422, { customer_id: ['does not exist'] }]
  expect(await refused(ada, { body: 'x', customer_id: randomUUID() })).toEqual(nobody)
  expect(await refused(grace, { body: 'x', customer_id })).toEqual(nobody)
  expect((await ada.post('/api/notes', {})).status).toBe(400)
  expect((await ada.get('/api/notes?customer_id=x')).status).toBe(400)

  const { body } = await write(ada, { body: 'Hers', customer_id })
  const path = `/api/notes/${body.data.id}`
  expect((await grace.get(path)).status).toBe(404)
  expect((await grace.put(path, { note: { body: 'Hacked' } })).status).toBe(404)
  expect((await grace.delete(path)).status).toBe(404)
  expect(await bodies(grace, `customer_id=${customer_id}`)).toEqual([])
  expect(await bodies(ada)).toEqual(['Hers'])
})
