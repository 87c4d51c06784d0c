import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { story, type Story } from '../../../../test/story.js'

const filter = { match: 'all', conditions: [{ field: 'online', operator: 'exists' }] }
const make = (agent: Story['ada'] | Story['grace'], segment: object) =>
  agent.post('/api/segments', { segment: { filter, ...segment } })

test('the team creates, changes and deletes segments', async () => {
  const { ada, ben, grace } = await story()
  const { status, headers, body } = await make(ben, { name: ' Here now ' })
  const path = `/api/segments/${body.data.id}`
  expect([status, headers.get('location')]).toEqual([201, path])
  expect(body.data).toMatchObject({ object: 'segment', name: 'Here now', creator_id: ben.id, filter })
  await make(ada, { name: 'Anybody' })
  await ada.data('PATCH', path, { segment: { name: 'Online' } })
  expect(await ben.data('GET', path)).toMatchObject({ name: 'Online', filter })
  const known = { match: 'any', conditions: [{ field: 'email', operator: 'exists' }] }
  expect(await ben.data('PUT', path, { segment: { filter: known } })).toMatchObject({ name: 'Online', filter: known })
  const names = (await ada.data('GET', '/api/segments')).map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Anybody', 'Online'])

  expect(await grace.data('GET', '/api/segments')).toEqual([])
  for (const call of [grace.get(path), grace.put(path, { segment: { name: 'x' } }), grace.delete(path)])
    expect((await call).status).toBe(404)
  expect((await make(ada, { name: 'Online' })).body.error.errors).toEqual({ name: ['has already been taken'] })
  expect((await make(grace, { name: 'Online' })).status).toBe(201)
  expect((await make(ada, { name: ' ' })).body.error.errors).toEqual({ name: ["can't be blank"] })
  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.get(path)).status).toBe(404)
})

test('broadcasts changes of a segment to the team only', async () => {
  const { ada, ben, grace } = await story()
  const received: string[] = []
  const strangers: string[] = []
  ;(await ben.listen()).on('segment:changed', ({ id }) => received.push(id))
  ;(await grace.listen()).on('segment:changed', ({ id }) => strangers.push(id))
  const { id } = (await make(ada, { name: 'Here' })).body.data
  await ada.data('PUT', `/api/segments/${id}`, { segment: { name: 'There' } })
  await ada.delete(`/api/segments/${id}`)
  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(received).toEqual([id, id, id])
  expect(strangers).toEqual([])
})

test('rejects a filter with missing or extra values', async () => {
  const { ada } = await story()
  const refusal = async (conditions: unknown, match = 'all') => {
    const { status, body } = await make(ada, { name: randomUUID(), filter: { match, conditions } })
    return [status, body.error?.errors?.filter?.conditions ?? body.error?.errors?.filter]
  }
  for (const [condition, complaint] of [
    [{ field: 'tag', operator: 'is' }, { tag_id: ["can't be blank"] }],
    [{ field: 'tag', operator: 'contains', text: 'x' }, { operator: ['is invalid'] }],
    [{ field: 'last_seen_at', operator: 'within', days: 0 }, { days: ['is invalid'] }],
    [{ field: 'last_seen_at', operator: 'within', date: '2024-01-01' }, { days: ["can't be blank"] }],
    [{ field: 'first_seen', operator: 'from', date: '2024-02-30' }, { date: ['is invalid'] }],
    [{ field: 'first_seen', operator: 'from', date: 'now' }, { date: ['is invalid'] }],
    [{ field: 'metadata', operator: 'exists' }, { name: ["can't be blank"] }],
    [{ field: 'metadata', name: 'plan', operator: 'is' }, { text: ["can't be blank"] }],
    [{ field: 'metadata', name: 'seats', operator: 'at_least', number: 'many' }, { number: ['is invalid'] }],
    [{ field: 'conversations', operator: 'at_least', number: 1.5 }, { number: ['is invalid'] }],
    [{ field: 'conversations', operator: 'at_least', number: 5_000 }, { number: ['is invalid'] }],
    [{ field: 'password', operator: 'is' }, { field: ['is invalid'] }],
  ] as const)
    expect([condition, await refusal([condition])]).toEqual([condition, [422, complaint]])
  const one = { field: 'online', operator: 'exists' }
  for (const conditions of [[], Array.from({ length: 21 }, () => one), 'all of them', [null], [[one]]])
    expect((await refusal(conditions))[0]).toBe(422)
  expect((await refusal([one], 'none'))[0]).toBe(422)

  const { body } = await make(ada, {
    name: 'Clean',
    filter: { match: 'all', conditions: [{ ...one, tag_id: randomUUID(), days: 3, sql: '1=1' }] },
  })
  expect(body.data.filter).toEqual({ match: 'all', conditions: [one] })
})

test('rejects tags and companies of another account', async () => {
  const { ada, grace } = await story()
  const theirs = await grace.data('POST', '/api/tags', { tag: { name: 'Theirs' } })
  const firm = await grace.data('POST', '/api/companies', { company: { name: 'Globex' } })
  const ours = await ada.data('POST', '/api/tags', { tag: { name: 'Ours' } })
  const tagged = (tag_id: string) => ({ match: 'all', conditions: [{ field: 'tag', operator: 'is', tag_id }] })
  const of = { match: 'all', conditions: [{ field: 'company', operator: 'is', company_id: firm.id }] }
  for (const filter of [tagged(theirs.id), tagged(randomUUID()), of])
    expect((await make(ada, { name: 'x', filter })).status).toBe(404)
  const { id } = (await make(ada, { name: 'Ours', filter: tagged(ours.id) })).body.data
  const path = `/api/segments/${id}`
  expect((await ada.put(path, { segment: { filter: tagged(theirs.id) } })).status).toBe(404)
  expect((await ada.data('GET', path)).filter).toEqual(tagged(ours.id))
  // A segment whose tag was deleted matches nobody, and can still be renamed.
  await ada.delete(`/api/tags/${ours.id}`)
  expect((await ada.get(`/api/customers?segment_id=${id}`)).body).toMatchObject({ data: [], total_entries: 0 })
  expect((await ada.put(path, { segment: { name: 'Was ours' } })).status).toBe(200)
})
