import type { Message, Report } from '@papercups/contract'
import { expect, test } from 'vitest'
import { findByEmail, prepareMoving, runImport } from '../../../../test/intercom/import-story.js'
import {
  adminAuthor,
  contactAuthor,
  listOf,
  newContact,
  newConversation,
  newPart,
  secondsOf,
} from '../../../../test/intercom/records.js'
import { mailsTo, reactionsDone } from '../../../../test/mail.js'
import type { Agent } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const moving = prepareMoving()

const conversationsOf = (agent: Agent, customer_id: string) =>
  agent.data('GET', `/api/conversations?customer_id=${customer_id}`)

const reportOf = (agent: Agent, from_date: string, to_date: string): Promise<Report> =>
  agent.data('GET', `/api/reporting?${new URLSearchParams({ from_date, to_date }).toString()}`)
const filled = (list: Array<{ date: string; count: number }>) => list.filter(({ count }) => count > 0)

test('brings over people with their history, and nobody is alerted', async () => {
  const { ada, ben, carla, acme, workspace, intercom, server } = await moving()
  const inbox = await ada.listen()
  const events: string[] = []
  inbox.on('conversation:created', () => events.push('created'))
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { email: 'carla@example.com' } })
  const known = newContact(workspace, {
    ...{ email: 'Carla@Example.com', name: 'Carla C.', phone: '+351 912', external_id: '77' },
    ...{ custom_attributes: { plan: 'Pro', seats: 4, gone: null } },
  })
  const lead = newContact(workspace, { role: 'lead', email: 'lee@example.com', external_id: 'made-up' })
  intercom.contacts.push(known, lead)
  intercom.admins.push({ type: 'admin', id: '814860', email: ben.email })
  intercom.files.set('invoice.pdf', Buffer.from('%PDF-1.4 invoice'))
  const file = (name: string) => ({ type: 'upload', name, url: `${intercom.url}/files/${name}`, content_type: 'x/y' })
  const [asks, agent] = [contactAuthor(known), adminAuthor(ben.email, 'Ben')]
  const talk = newConversation(known, '2024-02-01T10:00:00Z', '<p>Hello,<br>where is <b>my</b> invoice?</p>', {
    ...{ tags: ['Billing'], admin_assignee_id: 814860, priority: 'priority', title: 'Invoice', state: 'closed' },
    parts: [
      newPart('2024-02-01T10:05:00Z', { type: 'bot', id: '1', name: 'Fin', email: 'x@y.z' }, '<p>One moment.</p>'),
      newPart('2024-02-01T10:06:00Z', agent, null, { part_type: 'assignment' }),
      newPart('2024-02-01T10:07:00Z', agent, '<p>She is <i>important</i></p>', { part_type: 'note' }),
      newPart('2024-02-01T10:10:00Z', agent, '<p>See <a href="https://acme.test/help">our help</a>.</p>', {
        attachments: [file('invoice.pdf'), file('lost (1).pdf')],
      }),
      newPart('2024-02-01T10:20:00Z', adminAuthor('zoe@old.test', 'Zoe'), '<p>Solved!</p>', { part_type: 'close' }),
      newPart('2024-02-03T09:00:00Z', asks, '<p>Not yet</p>'),
      newPart('2024-02-05T09:00:00Z', agent, null, { part_type: 'close' }),
    ],
  })
  const snoozed = { state: 'snoozed', snoozed_until: secondsOf('2099-01-01T00:00:00Z') }
  intercom.conversations.push(talk, newConversation(lead, '2024-02-02T10:00:00Z', '<p>Hi</p>', snoozed))

  const done = await runImport(ada)
  expect(done).toMatchObject({
    ...{ state: 'done', progress: 1, people_seen: 2, people_total: 2, conversations_seen: 2, conversations_total: 2 },
    ...{ people_count: 2, conversations_count: 2, messages_count: 7, skipped_count: 0, problems: [], failure: null },
  })

  const customer = await ada.data('GET', `/api/customers/${carla.customer_id}`)
  expect(customer).toMatchObject({ name: 'Carla C.', phone: '+351 912', external_id: '77', email: 'Carla@Example.com' })
  expect(customer.metadata).toMatchObject({ plan: 'Pro', seats: 4 })
  expect(await findByEmail(ada, 'lee@example.com')).toMatchObject({ external_id: null, first_seen: '2024-01-10' })
  const [{ id }] = (await conversationsOf(ada, carla.customer_id)).filter((one: { subject: string }) => one.subject)
  const conversation = await ada.data('GET', `/api/conversations/${id}`)
  expect(conversation).toMatchObject({
    ...{ status: 'closed', read: true, priority: 'priority', assignee_id: ben.id, subject: 'Invoice' },
    ...{
      created_at: '2024-02-01T10:00:00',
      closed_at: '2024-02-05T09:00:00Z',
      last_activity_at: '2024-02-03T09:00:00Z',
    },
  })
  expect(conversation.tags).toMatchObject([{ name: 'Billing' }])
  const messages: Message[] = conversation.messages
  expect(messages.map(({ body, type, user_id, customer_id }) => [body, type, user_id, customer_id])).toEqual([
    ['Hello,\nwhere is my invoice?', 'reply', null, carla.customer_id],
    ['One moment.', 'bot', null, null],
    ['She is important', 'note', ben.id, null],
    [
      `See [our help](https://acme.test/help).\n\n[lost (1).pdf](${intercom.url}/files/lost%20%281%29.pdf)`,
      ...['reply', ben.id, null],
    ],
    ['Solved!', 'reply', null, null],
    ['Not yet', 'reply', null, carla.customer_id],
  ])
  expect(messages.map(({ metadata }) => metadata?.author_name)).toMatchObject([
    undefined,
    'Fin',
    undefined,
    undefined,
    'Zoe',
    undefined,
  ])
  expect(messages.map((one) => one.private)).toEqual([false, false, true, false, false, false])
  expect(messages[3]?.attachments).toMatchObject([{ filename: 'invoice.pdf', content_type: 'application/pdf' }])
  expect(messages.map(({ seen_at }) => seen_at?.slice(11, 16))).toEqual([
    undefined,
    '10:05',
    undefined,
    '10:10',
    '10:20',
    undefined,
  ])
  expect(messages.at(-1)).toMatchObject({ created_at: '2024-02-03T09:00:00', sent_at: '2024-02-03T09:00:00Z' })
  const found = await ada.data('GET', '/api/conversations?q=invoice&status=closed')
  expect(found).toMatchObject([{ id }])
  const [other] = await conversationsOf(ada, (await findByEmail(ada, 'lee@example.com')).id)
  expect(await ada.data('GET', `/api/conversations/${other.id}`)).toMatchObject({
    snoozed_until: '2099-01-01T00:00:00Z',
  })

  await reactionsDone(server)
  const { rows } = await databaseOf(server.platform).pool.query(
    `select type from events where account_id = $1 and conversation_id = any($2)`,
    [acme.id, [id, other.id]],
  )
  expect([rows, events, ada.heard]).toEqual([[], [], []])
  const mails = await Promise.all(
    [ben.email, 'carla@example.com', 'Carla@Example.com'].map((to) => mailsTo(server, to)),
  )
  expect(mails.flat().map(({ subject }) => subject)).toEqual(['Verify your email address'])

  const report = await reportOf(ada, '2024-01-31T00:00:00Z', '2024-02-06T00:00:00Z')
  expect(filled(report.conversations_by_date)).toEqual([
    { date: '2024-02-01', count: 1 },
    { date: '2024-02-02', count: 1 },
  ])
  expect(filled(report.messages_by_date)).toEqual([
    { date: '2024-02-01', count: 5 },
    { date: '2024-02-02', count: 1 },
    { date: '2024-02-03', count: 1 },
  ])
  expect(report.reopened_conversations_by_date.filter(({ count }) => count > 0)).toEqual([
    { date: '2024-02-03', count: 1 },
  ])
  expect(filled(report.open_conversations_by_date)).toEqual([
    { date: '2024-02-02', count: 1 },
    { date: '2024-02-03', count: 2 },
    { date: '2024-02-04', count: 2 },
    { date: '2024-02-05', count: 1 },
  ])
})

test('brings over the company and the tags of people', async () => {
  const { ada, workspace, intercom } = await moving()
  intercom.companies.push({ type: 'company', id: 'farol', company_id: '7', name: ' Farol ' })
  intercom.tags.push({ type: 'tag', id: 't1', name: 'VIP' }, { type: 'tag', id: 't2', name: 'beta' })
  const { id: known_tag } = await ada.data('POST', '/api/tags', { tag: { name: 'Beta' } })
  const person = (name: string, company: string[], tags: string[]) =>
    newContact(workspace, {
      ...{ name, email: `${name}@example.com` },
      ...{ companies: listOf('company', company), tags: listOf('tag', tags) },
    })
  const ann = person('ann', ['farol', 'second'], ['t1', 't2', 'unknown'])
  const writer = person('cid', ['farol'], ['t1'])
  // A company and a tag that Intercom does not know any more.
  intercom.contacts.push(ann, person('bob', ['deleted'], []), writer)
  intercom.conversations.push(newConversation(writer, '2024-03-01T10:00:00Z', '<p>Hi</p>'))
  expect(await runImport(ada)).toMatchObject({ state: 'done', people_count: 3, skipped_count: 0 })

  const detailsOf = async (email: string) => {
    const { id } = await findByEmail(ada, email)
    const { company, tags } = await ada.data('GET', `/api/customers/${id}?expand[]=company&expand[]=tags`)
    return [company?.name ?? null, tags.map(({ name }: { name: string }) => name).toSorted()]
  }
  expect(await detailsOf('ann@example.com')).toEqual(['Farol', ['Beta', 'VIP']])
  expect(await detailsOf('bob@example.com')).toEqual([null, []])
  expect(await detailsOf('cid@example.com')).toEqual(['Farol', ['VIP']])
  expect(await ada.data('GET', '/api/companies')).toHaveLength(1)
  const tags = (await ada.data('GET', '/api/tags')) as Array<{ id: string; name: string }>
  expect(tags.find(({ name }) => name === 'Beta')?.id).toBe(known_tag)
  // Each name is asked for once.
  expect(intercom.callsOf('GET /companies/farol')).toHaveLength(1)

  // Nothing has changed, so nothing is asked for.
  intercom.calls.length = 0
  expect(await runImport(ada)).toMatchObject({ state: 'done', people_count: 0 })
  expect(intercom.callsOf('GET /tags')).toEqual([])
})

test('a second import brings only what is new, and leaves alone what the team worked on', async () => {
  const { ada, workspace, intercom, server } = await moving()
  const people = ['ann', 'bob'].map((name) => newContact(workspace, { email: `${name}@example.com`, name }))
  const [ann, bob] = people
  const [first, second] = people.map((one) =>
    newConversation(one, '2024-03-01T10:00:00Z', `<p>From ${one.name}</p>`, {
      ...{ state: 'closed', statistics: { last_close_at: secondsOf('2024-03-02T10:00:00Z') } },
    }),
  )
  intercom.contacts.push(...people)
  intercom.conversations.push(first, second)
  expect(await runImport(ada)).toMatchObject({ people_count: 2, conversations_count: 2, messages_count: 2 })
  intercom.calls.length = 0
  expect(await runImport(ada)).toMatchObject({
    ...{ state: 'done', people_seen: 2, people_count: 0, conversations_seen: 2, conversations_count: 0 },
    messages_count: 0,
  })
  expect(intercom.calls.filter(({ route }) => route.startsWith('GET /conversations/'))).toEqual([])

  // Ada answers Ann here, which opens the conversation again. Then both write in Intercom.
  const idOf = async (email: string) => (await conversationsOf(ada, (await findByEmail(ada, email)).id))[0].id
  const ids = [await idOf('ann@example.com'), await idOf('bob@example.com')]
  await ada.data('PUT', `/api/conversations/${ids[0]}`, { conversation: { status: 'open' } })
  await reactionsDone(server)
  for (const [talk, person] of [
    [first, ann],
    [second, bob],
  ]) {
    talk.conversation_parts.conversation_parts.push(
      newPart('2024-03-05T10:00:00Z', contactAuthor(person), '<p>More</p>'),
    )
    Object.assign(talk, { updated_at: secondsOf('2024-03-05T10:00:00Z') })
  }
  Object.assign(second, { state: 'open' })
  Object.assign(bob, { name: 'Robert', updated_at: secondsOf('2024-03-05T10:00:00Z') })
  Object.assign(first, { priority: 'priority' })
  expect(await runImport(ada)).toMatchObject({ people_count: 1, conversations_count: 2, messages_count: 2 })
  const [hers, his] = await Promise.all(ids.map((id) => ada.data('GET', `/api/conversations/${id}`)))
  expect([hers.status, hers.priority, his.status]).toEqual(['open', 'not_priority', 'open'])
  expect([hers, his].map(({ messages }) => messages.map(({ body }: Message) => body))).toEqual([
    ['From ann', 'More'],
    ['From bob', 'More'],
  ])
  expect(await findByEmail(ada, 'bob@example.com')).toMatchObject({ name: 'Robert' })

  // Ann's conversation was closed in March and opened today.
  const { open_conversations_by_date, reopened_conversations_by_date } = await reportOf(
    ada,
    '2024-03-01T00:00:00Z',
    '2024-03-06T00:00:00Z',
  )
  expect(open_conversations_by_date.map(({ count }) => count)).toEqual([2, 0, 0, 0, 1])
  expect(filled(reopened_conversations_by_date)).toEqual([{ date: '2024-03-05', count: 1 }])
  const near = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const now = await reportOf(ada, near(-1), near(1))
  expect(filled(now.reopened_conversations_by_date)).toMatchObject([{ count: 1 }])
})
