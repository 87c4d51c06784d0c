import { expect, test } from 'vitest'
import {
  connectIntercom,
  findByEmail,
  importOf,
  prepareMoving,
  runImport,
  whenImport,
} from '../../../../test/intercom/import-story.js'
import { newContact, newConversation, newPart, secondsOf } from '../../../../test/intercom/records.js'
import type { Agent } from '../../../../test/story.js'

const moving = prepareMoving()

test('can be stopped and resumed, by admins of the account alone', async () => {
  const { ada, ben, grace, workspace, intercom } = await moving()
  intercom.contacts.push(
    ...Array.from({ length: 120 }, (_, n) => newContact(workspace, { email: `p${n}@example.com` })),
  )
  const limit = { status: 429, headers: { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + 600) } }
  intercom.fail('GET /contacts', 'works', limit)
  const { id } = await ada.data('POST', '/api/intercom/imports')
  const waiting = await whenImport(ada, id, ({ failure }) => failure !== null)
  expect(waiting).toMatchObject({ state: 'running', people_seen: 50, failure: 'Intercom limits the number of calls.' })
  expect(Date.parse(waiting.retry_at ?? '') - Date.now()).toBeGreaterThan(500_000)

  const path = `/api/intercom/imports/${id}`
  for (const [method, url] of [
    ['GET', path],
    ['GET', '/api/intercom/imports'],
    ['POST', `${path}/stop`],
    ['POST', `${path}/resume`],
    ['POST', '/api/intercom/imports'],
  ] as const) {
    const call = (who: Agent) => (method === 'GET' ? who.get(url) : who.post(url))
    expect((await call(ben)).status).toBe(403)
    const others = await call(grace)
    if (url === '/api/intercom/imports')
      expect([others.status, others.body.data ?? []]).toEqual([method === 'GET' ? 200 : 403, []])
    else expect(others.status).toBe(url.endsWith('resume') ? 403 : 404)
  }
  expect((await ada.post('/api/intercom/imports')).status).toBe(409)
  expect((await ada.post(`${path}/resume`)).status).toBe(409)
  expect(await ada.data('POST', `${path}/stop`)).toMatchObject({ state: 'stopped', failure: null, retry_at: null })
  expect((await ada.post(`${path}/stop`)).status).toBe(409)
  intercom.calls.length = 0
  await ada.data('POST', `${path}/resume`)
  const done = await whenImport(ada, id, ({ state }) => state === 'done')
  expect(done).toMatchObject({ people_seen: 120, people_count: 120 })
  expect(intercom.callsOf('GET /contacts').map(({ query }) => query.has('starting_after'))).toEqual([true, true])
  expect((await ada.post(`${path}/resume`)).status).toBe(409)
  expect(await ada.data('GET', '/api/intercom/imports')).toMatchObject([{ id }])
})

test('waits while Intercom fails, stops without a token, and goes on after connecting again', async () => {
  const { ada, workspace, intercom } = await moving()
  const person = newContact(workspace, { email: 'ann@example.com' })
  intercom.contacts.push(person)
  const talks = ['one', 'two', 'three'].map((body) => newConversation(person, '2024-04-01T10:00:00Z', body))
  intercom.conversations.push(...talks)
  intercom.fail('GET /contacts', { status: 503 })
  intercom.fail(`GET /conversations/${talks[1].id}`, 'hang up', {
    ...{
      status: 401,
      body: { type: 'error.list', errors: [{ code: 'unauthorized', message: 'Access Token Invalid' }] },
    },
  })
  const stopped = await runImport(ada)
  expect(stopped).toMatchObject({ state: 'stopped', people_count: 1 })
  expect(stopped.failure).toContain('no longer accepts our token')
  const path = `/api/intercom/imports/${stopped.id}`
  expect((await ada.post(`${path}/resume`)).status).toBe(403)

  intercom.workspace = 'another'
  await connectIntercom(ada)
  expect((await ada.post(`${path}/resume`)).status).toBe(409)
  intercom.workspace = workspace
  await connectIntercom(ada)
  await ada.data('POST', `${path}/resume`)
  const done = await whenImport(ada, stopped.id, ({ state }) => state === 'done')
  expect(done).toMatchObject({ conversations_count: 3, messages_count: 3, skipped_count: 0, failure: null })
})

test('skips and lists broken records, and people who were erased here stay away', async () => {
  const { ada, workspace, intercom } = await moving()
  const person = newContact(workspace, { email: 'ann@example.com' })
  const gone = newContact(workspace, { email: 'gone@example.com', name: 'Left' })
  intercom.contacts.push(person, { type: 'contact', id: 'broken', workspace_id: workspace, created_at: 'yesterday' })
  const lost = newConversation(person, '2024-05-01T10:00:00Z', 'Lost')
  const odd = newConversation(person, '2024-05-01T10:00:00Z', 'Odd', {
    parts: [{ ...newPart('2024-05-02T10:00:00Z', {}, 'x'), created_at: 'soon' }],
  })
  Object.assign(odd, { updated_at: secondsOf('2024-05-02T10:00:00Z') })
  // Intercom deleted this contact, and their name is still at the message.
  intercom.conversations.push(lost, odd, newConversation(gone, '2024-05-01T10:00:00Z', '<p>Zero\0 width</p>'))
  intercom.fail(`GET /conversations/${lost.id}`, {
    status: 404,
    body: { type: 'error.list', errors: [{ message: 'Gone' }] },
  })
  const done = await runImport(ada)
  expect(done).toMatchObject({ state: 'done', people_count: 2, conversations_count: 1, skipped_count: 3 })
  // Conversations are read at the same time, so their order is not fixed.
  expect(new Set(done.problems)).toEqual(
    new Set([
      { kind: 'contact', intercom_id: 'broken', reason: 'created_at is invalid' },
      ...[{ kind: 'conversation', intercom_id: lost.id, reason: 'Gone' }],
      {
        kind: 'conversation',
        intercom_id: odd.id,
        reason: 'conversation_parts.conversation_parts.created_at is invalid',
      },
    ]),
  )

  const erased = await findByEmail(ada, 'gone@example.com')
  expect(erased.name).toBe('Left')
  expect((await ada.delete(`/api/customers/${erased.id}`)).status).toBe(204)
  intercom.contacts.push(gone)
  intercom.conversations.push(newConversation(gone, '2024-05-03T10:00:00Z', 'Again'))
  // The lost one is back.
  expect(await runImport(ada)).toMatchObject({ people_count: 0, conversations_count: 1, messages_count: 1 })
  expect(await findByEmail(ada, 'gone@example.com')).toBeUndefined()
  expect(await importOf(ada, done.id)).toMatchObject({ skipped_count: 3 })
})
