import type { CustomerMerge } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { merge, carlaTwice, undo } from '../../../../test/customer-merges.js'
import { Visitor, type Agent } from '../../../../test/story.js'

test('a merge keeps the kept customer’s values and fills the missing ones', async () => {
  const { ada, ben, grace, carla, phone, profile, server, acme, bodiesIn } = await carlaTwice(
    { metadata: { plan: 'gold', city: null } },
    { email: 'carla.m@example.com', metadata: { plan: 'free', city: 'Porto', seats: 5 } },
  )
  const company = await ada.data('POST', '/api/companies', { company: { name: 'Farol' } })
  await ada.data('PUT', `/api/customers/${phone.customer_id}`, { customer: { company_id: company.id } })
  const [vip, bug] = await Promise.all(['VIP', 'Bug'].map((name) => ada.data('POST', '/api/tags', { tag: { name } })))
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Slow' } })
  const own = (who: Visitor) => `/api/customers/${who.customer_id}`
  for (const [who, tag_id] of [
    [carla, vip.id],
    [phone, vip.id],
    [phone, bug.id],
  ] as const)
    await ada.data('POST', `${own(who)}/tags`, { tag_id })
  await ada.data('POST', `${own(phone)}/issues`, { issue_id: issue.id })
  await ada.data('POST', '/api/notes', { note: { body: 'Prefers the phone', customer_id: phone.customer_id } })
  const session = { account_id: acme.id, customer_id: phone.customer_id }
  await databaseOf(server.platform).db.insertInto('browser_sessions').values(session).execute()
  await carla.says('From my desk')
  await phone.says('From my phone')
  await ada.replies(phone.conversation_id, 'Hello there')
  const before = [await profile(carla), await profile(phone)]

  const preview = await ada.data('GET', `${own(carla)}/merge_preview?customer_id=${phone.customer_id}`)
  expect(preview.moves).toEqual({
    ...{ conversations: 1, messages: 2, notes: 1, tags: 1, issues: 1, files: 0, browser_sessions: 1 },
  })
  expect(preview.result).toMatchObject({
    ...{ id: carla.customer_id, name: 'Carla', email: 'carla@example.com', phone: '+351 912' },
    company: { name: 'Farol' },
    metadata: { plan: 'gold', city: 'Porto', seats: 5 },
  })
  expect([preview.kept.phone, preview.merged.company.name]).toEqual([null, 'Farol'])
  const swapped = await ada.data('GET', `${own(phone)}/merge_preview?customer_id=${carla.customer_id}`)
  expect(swapped.result).toMatchObject({ name: 'C. Moreira', email: 'carla.m@example.com', metadata: { plan: 'free' } })

  const received: unknown[] = []
  const elsewhere: unknown[] = []
  const inbox = await ben.listen()
  for (const event of ['customer:merged', 'customer:unmerged'] as const)
    inbox.on(event, (payload) => received.push([event, payload]))
  ;(await grace.listen()).on('customer:merged', (payload) => elsewhere.push(payload))
  const { status, body } = await merge(ada, carla.customer_id, phone.customer_id)
  const done: CustomerMerge = body.data
  expect(status).toBe(201)
  expect(done).toMatchObject({
    ...{ customer_id: carla.customer_id, merged_customer_id: phone.customer_id, merged_title: 'C. Moreira' },
    ...{ merged_email: 'carla.m@example.com', can_undo: true, user: { id: ada.id } },
  })
  const days = (Date.parse(done.undoable_until) - Date.now()) / (24 * 3_600_000)
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)

  const expand = ['company', 'tags', 'notes', 'conversations', 'issues'].map((name) => `expand[]=${name}`).join('&')
  // The old URL returns the kept customer.
  const merged = await ada.data('GET', `${own(phone)}?${expand}`)
  const { updated_at: _, ...fields } = preview.result
  expect(merged).toMatchObject({ ...fields, id: carla.customer_id })
  const names = (rows: Array<{ name?: string; title?: string; body?: string }>) =>
    rows.map(({ name, title, body }) => name ?? title ?? body)
  expect([names(merged.tags), names(merged.issues), names(merged.notes)]).toEqual([
    ['Bug', 'VIP'],
    ['Slow'],
    ['Prefers the phone'],
  ])
  expect(merged.conversations).toHaveLength(2)
  const theirs = await ada.data('GET', `/api/conversations/${phone.conversation_id}`)
  expect(theirs).toMatchObject({ customer_id: carla.customer_id, customer: { name: 'Carla' } })
  expect(theirs.messages[0]).toMatchObject({ body: 'From my phone', customer: { id: carla.customer_id } })
  const list = (await ada.get('/api/customers')).body
  expect([list.total_entries, list.data[0].id]).toEqual([1, carla.customer_id])
  expect(await ada.data('GET', `${own(carla)}/merges`)).toEqual([done])

  const since = await ada.data('POST', '/api/conversations', { conversation: { customer_id: carla.customer_id } })
  await phone.says('Still me')
  const back = await undo(ada, done.id)
  expect(back.body.data).toMatchObject({ id: phone.customer_id, name: 'C. Moreira' })
  const { updated_at: __, ...restored } = await profile(phone)
  expect(before[1]).toMatchObject(restored)
  const { updated_at: ___, last_seen_at, ...kept } = await profile(carla)
  expect(before[0]).toMatchObject(kept)
  expect(last_seen_at).toBe(before[0].last_seen_at)
  // Messages since then stay in their conversation. Conversations since then stay with the kept customer.
  expect(await bodiesIn(phone.conversation_id)).toEqual(['From my phone', 'Hello there', 'Still me'])
  const conversation = await ada.data('GET', `/api/conversations/${phone.conversation_id}`)
  expect(conversation.customer_id).toBe(phone.customer_id)
  expect(conversation.messages.at(-1).customer_id).toBe(phone.customer_id)
  expect((await ada.data('GET', `/api/conversations/${since.id}`)).customer_id).toBe(carla.customer_id)
  const again = await ada.data('GET', `${own(phone)}?${expand}`)
  expect([names(again.tags), names(again.issues), names(again.notes)]).toEqual([
    ['Bug', 'VIP'],
    ['Slow'],
    ['Prefers the phone'],
  ])
  expect(names((await profile(carla)).tags)).toEqual(['VIP'])
  expect((await undo(ada, done.id)).status).toBe(404)
  await ben.hearOut()
  await grace.hearOut()
  const payload = {
    ...{ id: carla.customer_id, merged_id: phone.customer_id, conversation_ids: [phone.conversation_id] },
  }
  expect(received).toEqual([
    ['customer:merged', payload],
    ['customer:unmerged', payload],
  ])
  expect(elsewhere).toEqual([])
})

test('an undo keeps later changes', async () => {
  const { ada, carla, phone, profile } = await carlaTwice({}, { metadata: { seats: 5, city: 'Porto' } })
  const { body } = await merge(ada, carla.customer_id, phone.customer_id)
  const customer = { phone: '+49 30', metadata: { seats: 6, city: 'Porto' } }
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer })
  await undo(ada, body.data.id)
  expect(await profile(carla)).toMatchObject({ phone: '+49 30', metadata: { seats: 6 } })
  expect((await profile(carla)).metadata).toEqual({ seats: 6 })
  expect(await profile(phone)).toMatchObject({ phone: '+351 912', metadata: { seats: 5, city: 'Porto' } })
})

test('undoes a chain of merges in reverse order', async () => {
  const { ada, carla, phone, acme, server, bodiesIn } = await carlaTwice()
  const work = await new Visitor(server.url).arrives(acme.id, { name: 'Carla at work' })
  await phone.says('From my phone')
  const first = (await merge(ada, carla.customer_id, phone.customer_id)).body.data
  const second = (await merge(ada, work.customer_id, carla.customer_id)).body.data
  const path = `/api/customers/${work.customer_id}`
  expect((await ada.data('GET', `/api/customers/${phone.customer_id}`)).id).toBe(work.customer_id)
  expect(await ada.data('GET', `${path}/merges`)).toMatchObject([
    { id: second.id, merged_title: 'Carla', can_undo: true },
    { id: first.id, merged_title: 'C. Moreira', can_undo: false, customer_id: work.customer_id },
  ])
  await phone.says('And again')

  const early = await undo(ada, first.id)
  expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('Undo that first')])
  expect((await undo(ada, second.id)).status).toBe(200)
  expect(await ada.data('GET', `/api/customers/${carla.customer_id}/merges`)).toMatchObject([{ can_undo: true }])
  expect((await undo(ada, first.id)).status).toBe(200)
  const { customer_id } = await ada.data('GET', `/api/conversations/${phone.conversation_id}`)
  expect(customer_id).toBe(phone.customer_id)
  expect(await bodiesIn(phone.conversation_id)).toEqual(['From my phone', 'And again'])
  expect(await ada.data('GET', `${path}/merges`)).toEqual([])
})

test('rejects forbidden, impossible and late merges', async () => {
  const { ada, ben, grace, carla, phone, globex, server } = await carlaTwice()
  const [kept, other] = [carla.customer_id, phone.customer_id]
  const hers = await new Visitor(server.url).arrives(globex.id)
  const refusals: Array<[agent: Agent, id: string, other: string, status: number]> = [
    [ada, kept, kept, 422],
    [ada, kept, kept.toUpperCase(), 422],
    [ada, kept, randomUUID(), 404],
    [ada, kept, hers.customer_id, 404],
    [ada, hers.customer_id, kept, 404],
    [grace, kept, other, 404],
    [grace, hers.customer_id, other, 404],
  ]
  for (const [agent, id, customer_id, status] of refusals) {
    expect((await merge(agent, id, customer_id)).status).toBe(status)
    expect((await agent.get(`/api/customers/${id}/merge_preview?customer_id=${customer_id}`)).status).toBe(status)
  }
  expect((await merge(ada, kept, 'nonsense')).status).toBe(422)
  expect((await ada.get(`/api/customers/${kept}/merge_preview?customer_id=nonsense`)).status).toBe(400)
  expect((await ada.post(`/api/customers/${kept}/merge`, {})).status).toBe(422)
  expect((await carla.post(`/api/customers/${kept}/merge`, { customer_id: other })).status).toBe(401)

  const { body } = await merge(ben, kept, other)
  expect((await merge(ada, kept, other)).status).toBe(409)
  expect((await merge(ada, other, kept)).status).toBe(409)
  for (const agent of [grace, carla]) expect([401, 404]).toContain((await undo(agent as Agent, body.data.id)).status)
  expect((await grace.get(`/api/customers/${kept}/merges`)).status).toBe(404)

  const { db } = databaseOf(server.platform)
  const created_at = new Date(Date.now() - 31 * 24 * 3_600_000)
  await db.updateTable('customer_merges').set({ created_at }).where('id', '=', body.data.id).execute()
  expect(await ada.data('GET', `/api/customers/${kept}/merges`)).toMatchObject([{ can_undo: false }])
  const late = await undo(ada, body.data.id)
  expect([late.status, late.body.error.message]).toEqual([409, 'A merge can be undone for 30 days.'])
  expect((await ada.delete(`/api/customers/${kept}`)).status).toBe(204)
  expect((await undo(ada, body.data.id)).status).toBe(404)
  expect((await phone.get(`/api/customers/${other}/exists`)).body.data).toBe(false)
})

test('parallel merges of the same customers succeed once, and writers never deadlock', async () => {
  const { ada, ben, carla, phone, acme, bodiesIn } = await carlaTwice()
  const [kept, other] = [carla.customer_id, phone.customer_id]
  const lines = Array.from({ length: 30 }, (_, n) => `Line ${n}`)
  const talking = lines.map((line) => phone.says(line, { client_message_id: randomUUID() }))
  const answers = lines
    .slice(0, 5)
    .map((line) => ben.post('/api/messages', { message: { conversation_id: phone.conversation_id, body: line } }))
  const starting = Array.from({ length: 5 }, () =>
    phone.post('/api/conversations', { conversation: { account_id: acme.id, customer_id: other } }),
  )
  const merges = await Promise.all([
    merge(ada, kept, other),
    merge(ben, kept, other),
    merge(ada, other, kept),
    merge(ben, other, kept),
  ])
  expect(merges.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  await Promise.all(talking)
  for (const { status } of await Promise.all(answers)) expect(status).toBe(201)
  for (const { status } of await Promise.all(starting)) expect([201, 422]).toContain(status)
  const bodies: string[] = await bodiesIn(phone.conversation_id)
  for (const line of lines) expect(bodies).toContain(line)
  const done = merges.find(({ status }) => status === 201)?.body.data
  const undos = await Promise.all([undo(ada, done.id), undo(ben, done.id), phone.says('And now?')])
  expect([undos[0].status, undos[1].status].toSorted()).toEqual([200, 404])
  const { customer_id, messages } = await ada.data('GET', `/api/conversations/${phone.conversation_id}`)
  expect(customer_id).toBe(other)
  expect(messages.at(-1)).toMatchObject({ body: 'And now?', customer_id: other })
})
