import type { TimelineEntry, TimelinePage } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'

type Agent = Story['ada'] | Story['grace']

const timelineOf = async (agent: Agent, customer_id: string, query = '') =>
  (await agent.get(`/api/customers/${customer_id}/timeline${query}`)).body as TimelinePage

/** Oldest first. */
const tale = ({ data }: TimelinePage) => data.toReversed().map(({ kind, action }) => `${kind} ${action}`)

const moveBack = ({ server }: Story, table: 'customers' | 'conversations', id: string, columns: string) =>
  databaseOf(server.platform).pool.query(
    `update ${table} set ${columns} = now() - interval '40 minutes' where id = $1`,
    [id],
  )

test('shows a customer’s history with its actors, newest first', async () => {
  const { ada, ben, grace, carla } = await story()
  const { customer_id, conversation_id } = carla
  const path = `/api/customers/${customer_id}`
  await carla.says('Hello')
  await carla.says('Anybody there?')
  await ada.answers('Yes, I am')
  await ada.data('PUT', `/api/conversations/${conversation_id}`, { conversation: { status: 'closed' } })
  await carla.says('One more thing')
  await ada.data('PUT', `/api/conversations/${conversation_id}`, { conversation: { assignee_id: ben.id } })
  await ada.data('PUT', `/api/conversations/${conversation_id}`, { conversation: { assignee_id: null, read: true } })
  const note = await ben.data('POST', '/api/notes', { note: { body: 'Likes tea', customer_id } })
  await ben.data('PUT', `/api/notes/${note.id}`, { note: { body: 'Likes coffee' } })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  await ada.data('POST', `${path}/tags`, { tag_id: tag.id })
  await ada.data('POST', `/api/conversations/${conversation_id}/tags`, { tag_id: tag.id })
  await ada.delete(`${path}/tags/${tag.id}`)
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Export is slow' } })
  await ada.data('POST', `${path}/issues`, { issue_id: issue.id })
  await ben.data('PUT', `/api/issues/${issue.id}`, { issue: { state: 'in_progress' } })
  await ben.data('PUT', `/api/issues/${issue.id}`, { issue: { state: 'done', body: 'Quick now' } })
  const company = await ada.data('POST', '/api/companies', { company: { name: 'Farol' } })
  const same = { name: 'Carla', company_id: company.id }
  await ada.data('PUT', path, { customer: { ...same, phone: '+351 1', metadata: { plan: 'gold' } } })
  await ada.data('PUT', path, { customer: { ...same, company_id: null } })

  const page = await timelineOf(ada, customer_id)
  expect(page.next).toBeNull()
  expect(tale(page)).toEqual([
    'visits visited',
    'conversations created',
    'messages exchanged',
    'conversations assigned',
    'conversations closed',
    'messages exchanged',
    'conversations reopened',
    'conversations assigned',
    'conversations unassigned',
    'notes created',
    'notes updated',
    'tags added',
    'tags added',
    'tags removed',
    'issues linked',
    'issues finished',
    'details updated',
    'details joined',
    'details left',
  ])
  const received = (kind: string, action: string) =>
    page.data.filter((entry) => entry.kind === kind && entry.action === action)
  const byAda = { type: 'user', id: String(ada.id), name: expect.any(String) }
  expect(received('messages', 'exchanged')).toMatchObject([
    { message_count: 1, conversation_id, actor: { type: 'customer', id: customer_id, name: null } },
    { message_count: 3, conversation_id },
  ])
  expect(received('conversations', 'assigned')).toMatchObject([
    { actor: byAda, about: { id: String(ben.id), deleted: false }, conversation_id },
    { actor: byAda, about: { id: String(ada.id) } },
  ])
  expect(received('tags', 'added')).toMatchObject([
    { about: { id: tag.id, name: 'VIP', deleted: false }, conversation_id, actor: byAda },
    { about: { id: tag.id, name: 'VIP' }, conversation_id: null },
  ])
  expect(received('issues', 'finished')).toMatchObject([
    { about: { id: issue.id, name: 'Export is slow' }, actor: { id: String(ben.id) } },
  ])
  // The names of the changed fields, never their values.
  expect(received('details', 'updated')).toMatchObject([{ fields: ['phone', 'metadata'] }])
  expect(received('details', 'joined')).toMatchObject([{ about: { id: company.id, name: 'Farol' } }])
  expect(JSON.stringify(page)).not.toMatch(/coffee|gold|\+351|Hello/)

  expect((await grace.get(`${path}/timeline`)).status).toBe(404)
  expect((await carla.get(`${path}/timeline`)).status).toBe(401)
  expect((await ben.get(`${path}/timeline`)).status).toBe(200)
})

test('is paged and filtered by kind', async () => {
  const { ada, carla } = await story()
  const { customer_id } = carla
  for (const body of ['One', 'Two', 'Three']) await ada.data('POST', '/api/notes', { note: { body, customer_id } })
  await carla.says('Hello')

  const whole = await timelineOf(ada, customer_id)
  const pages: TimelineEntry[] = []
  let before: number | null = null
  do {
    const page: TimelinePage = await timelineOf(ada, customer_id, `?limit=2${before ? `&before=${before}` : ''}`)
    expect(page.data.length).toBeLessThanOrEqual(2)
    pages.push(...page.data)
    before = page.next
  } while (before)
  expect(pages).toEqual(whole.data)
  expect(new Set(pages.map(({ id }) => id)).size).toBe(6)

  expect(tale(await timelineOf(ada, customer_id, '?kinds[]=notes&kinds[]=messages'))).toEqual([
    'notes created',
    'notes created',
    'notes created',
    'messages exchanged',
  ])
  expect((await timelineOf(ada, customer_id, '?kinds[]=tags')).data).toEqual([])
  for (const query of ['kinds[]=secrets', 'before=0', 'before=soon', 'limit=0', 'limit=201'])
    expect([query, (await ada.get(`/api/customers/${customer_id}/timeline?${query}`)).status]).toEqual([query, 400])
})

test('shows a visit once, and a new exchange after a long silence', async () => {
  const known = await story()
  const { ada, carla } = known
  const { customer_id, conversation_id } = carla
  const speaksUp = (more = {}) =>
    carla.put(`/api/customers/${customer_id}/metadata`, {
      metadata: { current_url: 'https://shop.example/pricing', ...more },
    })
  await carla.says('Hello')
  await Promise.all([speaksUp(), speaksUp(), speaksUp()])
  await moveBack(known, 'customers', customer_id, 'last_seen_at')
  await moveBack(known, 'conversations', conversation_id, 'last_activity_at')
  await Promise.all([speaksUp(), speaksUp(), speaksUp()])
  await carla.says('Me again')
  await carla.says('Still me')
  await speaksUp({ phone: '+49 1', name: 'Carla' })

  const { data } = await timelineOf(ada, customer_id)
  expect(tale({ data, next: null })).toEqual([
    'visits visited',
    'conversations created',
    'messages exchanged',
    'visits visited',
    'messages exchanged',
    'details updated',
  ])
  expect(data.map(({ message_count, page }) => [message_count, page]).filter(([count, page]) => count || page)).toEqual(
    [
      [2, null],
      [null, 'https://shop.example/pricing'],
      [1, null],
    ],
  )
  expect(data[0]).toMatchObject({ actor: { type: 'customer', id: customer_id }, fields: ['phone'] })
})

test('marks what was deleted since', async () => {
  const { ada, ben, carla } = await story()
  const { customer_id, conversation_id } = carla
  const path = `/api/customers/${customer_id}`
  await carla.says('Hello')
  const note = await ada.data('POST', '/api/notes', { note: { body: 'Likes tea', customer_id } })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  await ada.data('POST', `${path}/tags`, { tag_id: tag.id })
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Export is slow' } })
  await ada.data('POST', `${path}/issues`, { issue_id: issue.id })
  await ada.data('POST', `/api/conversations/${conversation_id}/archive`)
  await ada.data('POST', `/api/conversations/${conversation_id}/restore`)
  for (const gone of [`notes/${note.id}`, `tags/${tag.id}`, `issues/${issue.id}`, `conversations/${conversation_id}`])
    expect((await ada.delete(`/api/${gone}`)).status).toBe(204)

  const { data } = await timelineOf(ben, customer_id)
  expect(data.toReversed().map(({ kind, action, about }) => [kind, action, about?.name, about?.deleted])).toEqual([
    ['visits', 'visited', undefined, undefined],
    ['notes', 'created', null, true],
    ['tags', 'added', null, true],
    ['issues', 'linked', null, true],
    ['notes', 'deleted', null, true],
    // Nothing else of the conversation is left.
    ['conversations', 'deleted', null, true],
  ])
  expect(data[0]?.conversation_id).toBeNull()
})

test('shows bulk changes and imports for each customer', async () => {
  const { ada, carla } = await story()
  const { customer_id, conversation_id } = carla
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const operations = [{ id: conversation_id, status: 'closed', assignee_id: ada.id, add_tag_ids: [tag.id] }]
  await ada.data('POST', '/api/conversations/bulk', { operations })

  const form = new FormData()
  const lines = ['email,name,phone,company', 'carla@example.com,Carla,+49 1,Farol', 'dora@example.com,Dora,,']
  form.set('file', new Blob([lines.join('\n')]), 'people.csv')
  const headers = { authorization: ada.token ?? '' }
  const answer = await fetch(`${ada.url}/api/customer_imports`, { method: 'POST', body: form, headers })
  const { data: file } = (await answer.json()) as { data: { id: string; mapping: unknown } }
  const until = (status: string) =>
    vi.waitUntil(async () => (await ada.data('GET', `/api/customer_imports/${file.id}`)).status === status, 20_000)
  await ada.data('POST', `/api/customer_imports/${file.id}/check`, { mapping: file.mapping })
  await until('checked')
  await ada.data('POST', `/api/customer_imports/${file.id}/start`)
  await until('done')

  const { data } = await timelineOf(ada, customer_id)
  expect(tale({ data, next: null }).slice(2)).toEqual([
    'conversations assigned',
    'conversations closed',
    'tags added',
    'details updated',
    'details joined',
  ])
  expect(data.find(({ action }) => action === 'updated')).toMatchObject({
    fields: ['phone'],
    about: { id: file.id, name: 'people.csv', deleted: false },
  })
  const [dora] = (await ada.get('/api/customers?q=dora@example.com')).body.data
  expect((await timelineOf(ada, dora.id)).data).toMatchObject([
    { kind: 'details', action: 'imported', about: { name: 'people.csv' }, actor: { id: String(ada.id) } },
  ])
})
