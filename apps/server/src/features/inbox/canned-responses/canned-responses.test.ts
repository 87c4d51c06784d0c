import { expect, test } from 'vitest'
import { story, type Story } from '../../../../test/story.js'

const saved = (agent: Story['ada'] | Story['grace']) => agent.data('GET', '/api/canned_responses')
const save = (agent: Story['ada'] | Story['grace'], canned_response: object) =>
  agent.post('/api/canned_responses', { canned_response })

test('admins and members share the saved replies of their team', async () => {
  const { ada, ben, grace } = await story()
  const { status, headers, body } = await save(ben, { name: '/hello/', content: 'Hello, how can I help?' })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/canned_responses/${body.data.id}`)
  expect(body.data).toEqual({
    id: expect.any(String),
    object: 'canned_response',
    name: 'hello',
    content: 'Hello, how can I help?',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  await save(ada, { name: 'bye', content: 'Goodbye' })

  const path = `/api/canned_responses/${body.data.id}`
  await ada.data('PUT', path, { canned_response: { content: 'Hello!' } })
  expect(await ben.data('GET', path)).toMatchObject({ name: 'hello', content: 'Hello!' })
  expect((await saved(ben)).map(({ name }: { name: string }) => name)).toEqual(['hello', 'bye'])
  expect(await saved(grace)).toEqual([])

  expect((await ben.delete(path)).status).toBe(204)
  expect((await ben.delete(path)).status).toBe(404)
  expect(await saved(ada)).toMatchObject([{ name: 'bye' }])
})

test('names are unique in a team, and a slash alone is blank', async () => {
  const { ada, grace } = await story()
  await save(ada, { name: 'hello', content: 'Hello' })
  expect((await save(grace, { name: 'hello', content: 'Hello' })).status).toBe(201)

  const again = await save(ada, { name: '/hello', content: 'Hi' })
  expect(again.status).toBe(422)
  expect(again.body.error.errors).toEqual({ name: ['has already been taken'] })

  const { body } = await save(ada, { name: 'hi', content: 'Hi' })
  const renamed = await ada.put(`/api/canned_responses/${body.data.id}`, { canned_response: { name: 'hello' } })
  expect(renamed.body.error.errors).toEqual({ name: ['has already been taken'] })

  const shouted = await save(ada, { name: 'HELLO', content: 'Hi' })
  expect(shouted.status).toBe(422)
  expect(shouted.body.error.errors).toEqual({ name: ['has already been taken'] })
  const respelled = await ada.put(`/api/canned_responses/${body.data.id}`, { canned_response: { name: 'Hi' } })
  expect(respelled.body.data).toMatchObject({ name: 'Hi' })

  expect((await save(ada, { name: ' // ', content: 'Hi' })).body.error.errors).toEqual({ name: ["can't be blank"] })
  expect((await save(ada, {})).body.error.errors).toEqual({ name: ["can't be blank"], content: ["can't be blank"] })
  expect((await save(ada, { name: 'x', content: '\n ' })).body.error.errors).toEqual({ content: ["can't be blank"] })
})

test('broadcasts changes of a saved reply to the team only', async () => {
  const { ada, ben, grace } = await story()
  const changed: string[] = []
  const strangers: string[] = []
  ;(await ben.listen()).on('canned_response:changed', ({ id }) => changed.push(id))
  ;(await grace.listen()).on('canned_response:changed', ({ id }) => strangers.push(id))

  const { id } = (await save(ada, { name: 'hello', content: 'Hello' })).body.data
  expect((await save(ada, { name: 'hello', content: 'Taken' })).status).toBe(422)
  const path = `/api/canned_responses/${id}`
  await ada.data('PUT', path, { canned_response: { content: 'Good morning' } })
  await ada.delete(path)
  expect((await ada.delete(path)).status).toBe(404)

  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(changed).toEqual([id, id, id])
  expect(strangers).toEqual([])
})

test('another company’s saved reply is a 404', async () => {
  const { ada, grace } = await story()
  const { body } = await save(ada, { name: 'hello', content: 'Hello' })
  const path = `/api/canned_responses/${body.data.id}`
  expect((await grace.get(path)).status).toBe(404)
  expect((await grace.put(path, { canned_response: { content: 'Hacked' } })).status).toBe(404)
  expect((await grace.delete(path)).status).toBe(404)
  expect(await ada.data('GET', path)).toMatchObject({ content: 'Hello' })
})
