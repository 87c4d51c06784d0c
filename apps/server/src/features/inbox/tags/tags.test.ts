import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { story, type Story } from '../../../../test/story.js'

const make = (agent: Story['ada'] | Story['grace'], tag: object) => agent.post('/api/tags', { tag })
const names = (tags: Array<{ name: string }> | undefined) => tags?.map(({ name }) => name)

test('the team creates, changes and deletes tags', async () => {
  const { ada, ben, grace } = await story()
  const { status, headers, body } = await make(ben, { name: ' VIP ', description: 'Big spenders', color: 'magenta' })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/tags/${body.data.id}`)
  expect(body.data).toMatchObject({ object: 'tag', name: 'VIP', description: 'Big spenders', color: 'magenta' })
  await make(ada, { name: 'Bug' })
  const path = `/api/tags/${body.data.id}`

  await ada.data('PATCH', path, { tag: { color: '#1890ff' } })
  expect(await ben.data('GET', path)).toMatchObject({ name: 'VIP', color: '#1890ff', description: 'Big spenders' })
  expect(names(await ada.data('GET', '/api/tags'))).toEqual(['Bug', 'VIP'])
  expect(await grace.data('GET', '/api/tags')).toEqual([])
  for (const call of [grace.get(path), grace.put(path, { tag: { name: 'x' } }), grace.delete(path)])
    expect((await call).status).toBe(404)

  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.get(path)).status).toBe(404)
})

test('a tag needs a name that is unique in the team', async () => {
  const { ada, grace } = await story()
  await make(ada, { name: 'VIP' })
  expect((await make(grace, { name: 'VIP' })).status).toBe(201)
  const errors = async (tag: object) => (await make(ada, tag)).body.error.errors
  expect(await errors({ name: 'VIP' })).toEqual({ name: ['has already been taken'] })
  expect(await errors({ name: '  ' })).toEqual({ name: ["can't be blank"] })
  expect(await errors({})).toEqual({ name: ["can't be blank"] })
  expect(Object.keys(await errors({ name: 'x'.repeat(256) }))).toEqual(['name'])
  const bug = (await make(ada, { name: 'Bug' })).body.data
  expect((await ada.put(`/api/tags/${bug.id}`, { tag: { name: 'VIP' } })).body.error.errors).toEqual({
    name: ['has already been taken'],
  })
})

test('broadcasts tags that are added to or removed from a conversation', async () => {
  const { ada, ben, carla } = await story()
  const vip = (await make(ada, { name: 'VIP' })).body.data
  const path = `/api/conversations/${carla.conversation_id}`
  const payload: unknown[] = []
  ;(await ben.listen()).on('conversation:updated', ({ id, updates }) => payload.push([id, names(updates.tags)]))

  expect(await ada.data('POST', `${path}/tags`, { tag_id: vip.id })).toEqual({ ok: true })
  expect(await ada.data('POST', `${path}/tags`, { tag_id: vip.id })).toEqual({ ok: true })
  expect(names((await ben.data('GET', path)).tags)).toEqual(['VIP'])
  const tagged = (await ben.get(`/api/conversations?tag_id=${vip.id}`)).body
  expect(tagged).toMatchObject({ total: 1, data: [{ id: carla.conversation_id, tags: [{ name: 'VIP' }] }] })

  expect(await ben.data('DELETE', `${path}/tags/${vip.id}`)).toEqual({ ok: true })
  expect(await ben.data('DELETE', `${path}/tags/${vip.id}`)).toEqual({ ok: true })
  expect((await ada.data('GET', path)).tags).toEqual([])
  await ben.hearOut()
  expect(payload).toEqual([
    [carla.conversation_id, ['VIP']],
    [carla.conversation_id, []],
  ])
})

test('broadcasts tags that are added to or removed from a customer', async () => {
  const { ada, ben, grace, carla } = await story()
  const vip = (await make(ada, { name: 'VIP' })).body.data
  const theirs = (await make(grace, { name: 'Theirs' })).body.data
  const path = `/api/customers/${carla.customer_id}/tags`
  const payload: string[] = []
  ;(await ben.listen()).on('customer:updated', ({ id }) => payload.push(id))
  const tags = async () => names((await ben.data('GET', `/api/customers/${carla.customer_id}`)).tags)

  for (let times = 0; times < 2; times += 1)
    expect(await ada.data('POST', path, { tag_id: vip.id })).toEqual({ ok: true })
  expect(await tags()).toEqual(['VIP'])
  expect((await ada.post(path, { tag_id: theirs.id })).status).toBe(404)
  expect((await ada.delete(`${path}/${theirs.id}`)).status).toBe(404)
  for (const tag_id of [vip.id, theirs.id]) expect((await grace.post(path, { tag_id })).status).toBe(404)
  expect((await grace.delete(`${path}/${vip.id}`)).status).toBe(404)
  expect((await ada.post(path, { tag_id: 'VIP' })).status).toBe(422)

  for (let times = 0; times < 2; times += 1) expect(await ben.data('DELETE', `${path}/${vip.id}`)).toEqual({ ok: true })
  expect(await tags()).toEqual([])
  await ben.hearOut()
  expect(payload).toEqual([carla.customer_id, carla.customer_id])
})

test('broadcasts changes of a tag to the team only', async () => {
  const { ada, ben, grace } = await story()
  const payload: string[] = []
  const strangers: string[] = []
  ;(await ben.listen()).on('tag:changed', ({ id }) => payload.push(id))
  ;(await grace.listen()).on('tag:changed', ({ id }) => strangers.push(id))
  const { id } = (await make(ada, { name: 'VIP' })).body.data
  await ada.data('PUT', `/api/tags/${id}`, { tag: { description: 'Big spenders' } })
  await ada.delete(`/api/tags/${id}`)
  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(payload).toEqual([id, id, id])
  expect(strangers).toEqual([])
})

test('rejects tags and conversations of another company', async () => {
  const { ada, grace, carla } = await story()
  const ours = (await make(ada, { name: 'Ours' })).body.data.id
  const theirs = (await make(grace, { name: 'Theirs' })).body.data.id
  const path = `/api/conversations/${carla.conversation_id}/tags`

  for (const tag_id of [theirs, randomUUID()]) expect((await ada.post(path, { tag_id })).status).toBe(404)
  expect((await grace.post(path, { tag_id: theirs })).status).toBe(404)
  expect((await grace.post(path, { tag_id: ours })).status).toBe(404)
  await ada.data('POST', path, { tag_id: ours })
  expect((await grace.delete(`${path}/${ours}`)).status).toBe(404)
  expect((await ada.delete(`${path}/${theirs}`)).status).toBe(404)
  expect((await ada.post(path, {})).status).toBe(422)
  expect(names((await ada.data('GET', `/api/conversations/${carla.conversation_id}`)).tags)).toEqual(['Ours'])
  expect((await ada.delete(`/api/tags/${ours}`)).status).toBe(204)
  expect((await ada.data('GET', `/api/conversations/${carla.conversation_id}`)).tags).toEqual([])
})
