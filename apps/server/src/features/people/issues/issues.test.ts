import type { Issue } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { story, type Story } from '../../../../test/story.js'

const make = (agent: Story['ada'] | Story['grace'], issue: object) => agent.post('/api/issues', { issue })
const titles = (issues: Array<{ title: string }>) => issues.map(({ title }) => title)

test('the team changes its issues, and colleagues are notified', async () => {
  const { ada, ben, grace } = await story()
  const received: string[] = []
  const strangers: string[] = []
  ;(await ben.listen()).on('issue:changed', ({ id }) => received.push(id))
  ;(await grace.listen()).on('issue:changed', ({ id }) => strangers.push(id))

  const { status, headers, body } = await make(ada, { title: ' Dark mode ', creator_id: ben.id })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/issues/${body.data.id}`)
  expect(body.data).toEqual({
    id: expect.any(String),
    object: 'issue',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    title: 'Dark mode',
    body: null,
    state: 'unstarted',
    github_issue_url: null,
    github_failure: null,
    closed_at: null,
    account_id: ada.account_id,
    creator_id: ada.id,
    assignee_id: null,
  })
  const path = `/api/issues/${body.data.id}`

  await ben.data('PUT', path, { issue: { state: 'closed', assignee_id: ben.id } })
  expect(await ada.data('GET', path)).toMatchObject({
    title: 'Dark mode',
    state: 'closed',
    assignee_id: ben.id,
    closed_at: null,
  })
  await ben.data('PATCH', path, { issue: { body: 'At night', closed_at: '2024-03-09T14:05:22+01:00' } })
  expect(await ada.data('GET', path)).toMatchObject({ body: 'At night', closed_at: '2024-03-09T13:05:22Z' })
  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.delete(path)).status).toBe(404)
  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(new Set(received)).toEqual(new Set([body.data.id]))
  expect(received).toHaveLength(4)
  expect(strangers).toEqual([])
})

test('finds issues by words, state, title, URL and customer', async () => {
  const { ada, carla } = await story()
  const github_issue_url = 'https://github.com/acme/shop/issues/7'
  const dark = (await make(ada, { title: 'Dark mode', body: 'Äpfel at 100%', github_issue_url })).body.data
  await make(ada, { title: 'Faster search', state: 'in_review' })
  const found = async (query: string) => titles(await ada.data('GET', `/api/issues?${query}`))

  expect(await found('')).toEqual(['Faster search', 'Dark mode'])
  expect(await found('q=MODE%20%20%C3%A4pf')).toEqual(['Dark mode'])
  expect(await found('q=dark%20faster')).toEqual([])
  expect(await found('q=shop/issues')).toEqual(['Dark mode'])
  expect(await found(`q=${dark.id.slice(0, 13)}`)).toEqual(['Dark mode'])
  expect(await found('q=%25')).toEqual(['Dark mode'])
  expect(await found('q=_')).toEqual([])
  expect(await found('state=in_review')).toEqual(['Faster search'])
  expect(await found('state&q=&surprise=1')).toHaveLength(2)
  expect(await found('title=Dark%20mode')).toEqual(['Dark mode'])
  expect(await found(`github_issue_url=${encodeURIComponent(github_issue_url)}`)).toEqual(['Dark mode'])
  expect(await found(`customer_id=${carla.customer_id}`)).toEqual([])
  expect((await ada.get('/api/issues?state=sideways')).status).toBe(400)
  expect((await ada.get('/api/issues?customer_id=nobody')).status).toBe(400)

  await ada.data('PUT', `/api/issues/${dark.id}`, { issue: { state: 'done' } })
  expect(await found('')).toEqual(['Dark mode', 'Faster search'])
})

test('lists more issues than fit into an answer, page by page', async () => {
  const { ada, grace, acme, server } = await story()
  await databaseOf(server.platform).pool.query(
    `insert into issues (account_id, title, updated_at)
     select $1, 'No. ' || n, timestamptz '2024-03-09 14:05:22' + n / 3 * interval '1 millisecond'
     from generate_series(1, 1003) n`,
    [acme.id],
  )
  const read = async (query: string, who: Story['ada'] | Story['grace'] = ada) =>
    (await who.get(`/api/issues?${query}`)).body as { data: Issue[]; next: string | null }
  const all = await read('')
  const rest = await read(`after=${all.next}`)
  expect([all.data.length, rest.data.length, rest.next]).toEqual([1_000, 3, null])
  const ids = [...all.data, ...rest.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(1_003)
  expect((await read(`after=${all.next}`, grace)).data).toEqual([])

  const first = await read('limit=2')
  expect((await ada.delete(`/api/issues/${first.data[1]?.id}`)).status).toBe(204)
  expect((await read(`limit=3&after=${first.next}`)).data).toEqual(all.data.slice(2, 5))

  // In the order of ids an issue that changes meanwhile is not missed.
  const kept = ids.filter((id) => id !== first.data[1]?.id).toSorted()
  const start = await read('limit=1000&order=id')
  await ada.data('PUT', `/api/issues/${kept.at(-1)}`, { issue: { state: 'done' } })
  const end = await read(`limit=1000&order=id&after=${start.next}`)
  expect([...start.data, ...end.data].map(({ id }) => id)).toEqual(kept)
  for (const query of ['limit=1001', 'order=title', 'after=x', 'order=id&after=x', `order=id&after=${first.next}`])
    expect([query, (await ada.get(`/api/issues?${query}`)).status]).toEqual([query, 400])
})

test('an issue needs a title, a known state and a colleague', async () => {
  const { ada, grace } = await story()
  const refused = async (issue: object) => (await make(ada, issue)).body.error.errors
  expect(await refused({})).toEqual({ title: ["can't be blank"] })
  expect(await refused({ title: ' ' })).toEqual({ title: ["can't be blank"] })
  expect(await refused({ title: 'x'.repeat(256) })).toEqual({ title: ['should be at most 255 character(s)'] })
  expect(await refused({ title: 'x', state: 'sideways' })).toEqual({ state: ['is invalid'] })
  expect(await refused({ title: 'x', assignee_id: grace.id })).toEqual({ assignee_id: ['does not exist'] })
  expect(await ada.data('GET', '/api/issues')).toEqual([])
})

test('links an issue to a customer once, and notifies agents who have them open', async () => {
  const { ada, ben, carla } = await story()
  const issue = (await make(ada, { title: 'Dark mode' })).body.data
  const path = `/api/customers/${carla.customer_id}/issues`
  const received: Issue[] = []
  const lobby = await ben.join(`issue:lobby:${carla.customer_id}`)
  lobby.on('issue:created', (linked) => received.push(linked))
  const changed: string[] = []
  ;(await ben.listen()).on('issue:changed', ({ id }) => changed.push(id))

  expect(await ada.data('POST', path, { issue_id: issue.id })).toEqual({ ok: true })
  expect(await ada.data('POST', path, { issue_id: issue.id })).toEqual({ ok: true })
  expect(titles(await ben.data('GET', `/api/issues?customer_id=${carla.customer_id}`))).toEqual(['Dark mode'])
  await expect.poll(() => received).toEqual([issue])

  expect(await ben.data('DELETE', `${path}/${issue.id}`)).toEqual({ ok: true })
  expect(await ben.data('DELETE', `${path}/${issue.id}`)).toEqual({ ok: true })
  expect(await ada.data('GET', `/api/issues?customer_id=${carla.customer_id}`)).toEqual([])
  await ben.hearOut()
  expect(changed).toEqual([issue.id, issue.id])
  expect(received).toHaveLength(1)
  expect((await ada.post(path, {})).status).toBe(422)
})

test('rejects issues and customers of another company', async () => {
  const { ada, grace, carla, server } = await story()
  const ours = (await make(ada, { title: 'Ours' })).body.data.id
  const theirs = (await make(grace, { title: 'Theirs' })).body.data.id
  const path = `/api/customers/${carla.customer_id}/issues`

  for (const issue_id of [theirs, randomUUID()]) expect((await ada.post(path, { issue_id })).status).toBe(404)
  for (const issue_id of [ours, theirs]) expect((await grace.post(path, { issue_id })).status).toBe(404)
  await ada.data('POST', path, { issue_id: ours })
  expect((await grace.delete(`${path}/${ours}`)).status).toBe(404)
  expect((await ada.delete(`${path}/${theirs}`)).status).toBe(404)
  for (const call of [
    grace.get(`/api/issues/${ours}`),
    grace.put(`/api/issues/${ours}`, { issue: { title: 'x' } }),
    grace.delete(`/api/issues/${ours}`),
  ])
    expect((await call).status).toBe(404)
  expect(titles(await grace.data('GET', `/api/issues?customer_id=${carla.customer_id}`))).toEqual([])
  expect(titles(await ada.data('GET', `/api/issues?customer_id=${carla.customer_id}`))).toEqual(['Ours'])

  const topic = `issue:lobby:${carla.customer_id}` as const
  await expect(grace.join(topic)).rejects.toThrow('Customer not found')
  await expect(new Client(server.url).join(topic)).rejects.toThrow('Unauthorized')
  await expect(ada.join('issue:lobby:nonsense')).rejects.toThrow('Customer not found')
})
