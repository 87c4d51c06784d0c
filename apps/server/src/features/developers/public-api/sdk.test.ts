import { AuthenticationError, NotFoundError, Papercups, PermissionError, ValidationError } from '@papercups/sdk'
import { expect, test } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { startProxy } from '../../../../test/http-proxy.js'
import { story } from '../../../../test/story.js'

async function scene() {
  const tale = await story()
  const proxy = await startProxy(tale.server.url)
  const { key } = await newScript(tale.ada)
  return { ...tale, proxy, papercups: new Papercups(key.value, { host: `${proxy.url}/`, retryDelay: 1 }) }
}

async function collect<Item>(items: AsyncIterable<Item>) {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('calls every route of /api/v1', async () => {
  const { server, ada, ben, proxy, papercups } = await scene()
  expect(await papercups.me()).toMatchObject({ id: ada.id, role: 'admin' })
  expect(await papercups.users.list({ email: ben.email })).toMatchObject([{ id: ben.id }])
  expect(await papercups.users.retrieve(ben.id)).toMatchObject({ email: ben.email })
  expect(await papercups.profile.update({ display_name: 'Ada' })).toMatchObject({ display_name: 'Ada' })
  expect(await papercups.profile.retrieve()).toMatchObject({ id: ada.id, display_name: 'Ada' })
  const settings = await papercups.user_settings.update({ email_alert_on_new_message: true })
  expect(await papercups.user_settings.retrieve()).toEqual(settings)

  const { companies, conversations, customers, issues, messages, notes, tags } = papercups
  const customer = await customers.create({ name: 'Dora', email: 'dora@example.com' })
  const conversation = await conversations.create({ customer_id: customer.id, message: { body: 'Hello' } })
  const message = await messages.create({ conversation_id: conversation.id, body: 'A bot is here', type: 'bot' })
  const note = await notes.create({ customer_id: customer.id, body: 'Friendly' })
  const [company, tag, issue] = await Promise.all([
    companies.create({ name: 'Dora Ltd' }),
    tags.create({ name: 'vip' }),
    issues.create({ title: 'It is broken' }),
  ])
  expect(await messages.update(message.id, { body: 'A bot was here' })).toMatchObject({ body: 'A bot was here' })
  expect(await notes.update(note.id, { body: 'Kind' })).toMatchObject({ body: 'Kind' })
  expect(await companies.update(company.id, { name: 'Dora & Co' })).toMatchObject({ name: 'Dora & Co' })
  expect(await tags.update(tag.id, { name: 'important' })).toMatchObject({ name: 'important' })
  expect(await issues.update(issue.id, { state: 'done' })).toMatchObject({ state: 'done' })
  expect(await conversations.update(conversation.id, { status: 'closed' })).toMatchObject({ status: 'closed' })
  expect(await customers.update(customer.id, { company_id: company.id })).toMatchObject({ company_id: company.id })
  const expanded = await customers.retrieve(customer.id, { expand: ['company', 'conversations'] })
  expect(expanded).toMatchObject({ company: { name: 'Dora & Co' }, conversations: [{ id: conversation.id }] })
  expect(expanded).not.toHaveProperty('notes')

  await conversations.addTag(conversation.id, tag.id)
  await customers.addTag(customer.id, tag.id)
  await customers.addIssue(customer.id, issue.id)
  const [tagged] = await conversations.list({ tag_id: tag.id })
  expect(tagged?.id).toBe(conversation.id)
  const listed = await conversations.listMessages(conversation.id, { limit: 1 })
  expect(listed).toMatchObject([{ id: message.id, body: 'A bot was here' }])
  await conversations.removeTag(conversation.id, tag.id)
  await customers.removeTag(customer.id, tag.id)
  await customers.removeIssue(customer.id, issue.id)
  expect(await conversations.list({ tag_id: tag.id })).toEqual([])

  const report = await papercups.reporting.retrieve({ from_date: '2024-01-01', to_date: '2024-01-02' })
  expect(report.messages_by_date).toEqual([{ date: '2024-01-01', count: 0 }])
  expect(await papercups.slack.notify({ text: 'Nobody connected Slack.' })).toBeNull()
  expect(await papercups.github.listRepos()).toEqual([])
  expect(await papercups.github.listIssues({ owner: 'acme', repo: 'shop' })).toEqual([])
  const draft = { owner: 'acme', repo: 'shop', issue: { title: 'Nobody connected GitHub.' } }
  await expect(papercups.github.createIssue(draft)).rejects.toThrow()
  await expect(papercups.twilio.send({ to: '+15550100', body: 'Nobody connected Twilio.' })).rejects.toThrow()
  const mail = { recipient: 'dora@example.com', subject: 'Hello', message: 'Nobody connected Gmail.' }
  await expect(papercups.gmail.send(mail)).rejects.toThrow()

  // Deleting a customer deletes their notes and conversations. A company with customers cannot be deleted.
  const records = [
    [messages, message],
    [notes, note],
    [tags, tag],
    [issues, issue],
    [conversations, conversation],
    [customers, customer],
    [companies, company],
  ] as const
  for (const [resource, { id }] of records) {
    expect(await resource.retrieve(id)).toMatchObject({ id })
    expect(await resource.list()).toEqual(expect.arrayContaining([expect.objectContaining({ id })]))
    expect(await resource.delete(id)).toBeUndefined()
    await expect(resource.retrieve(id)).rejects.toThrow(NotFoundError)
  }

  const routeOf = (url: string) => url.replace(/[?].*/, '').replace(/\/(:\w+|\d+|[\da-f-]{36})(?=\/|$)/g, '/:id')
  const called = proxy.requests.map(({ method, url }) => `${method} ${routeOf(url)}`)
  const declared = server.declared.filter(({ key, method, url }) => key && method !== 'PATCH' && !url.includes(':any'))
  expect([...new Set(called)].toSorted()).toEqual(
    declared.map(({ method, url }) => `${method} ${routeOf(url)}`).toSorted(),
  )
})

test('iterates over all pages of a list', async () => {
  const { carla, proxy, papercups } = await scene()
  const { conversation_id, customer_id } = carla
  const numbers = ['1', '2', '3', '4', '5']
  for (const body of numbers) {
    await papercups.messages.create({ conversation_id, body })
    await papercups.notes.create({ customer_id, body })
    await papercups.conversations.create({ customer_id, subject: body })
    await papercups.customers.create({ name: body, external_id: body })
    await papercups.companies.create({ name: body })
    await papercups.issues.create({ title: body })
  }
  const texts = (items: Array<{ body: string | null }>) => items.map(({ body }) => body).toSorted()
  expect(texts(await collect(papercups.messages.iterate({ conversation_id, limit: 2 })))).toEqual(numbers)
  expect(texts(await collect(papercups.notes.iterate({ customer_id, limit: 2 })))).toEqual(numbers)
  const conversations = await collect(papercups.conversations.iterate({ customer_id, limit: 2 }))
  expect(conversations.map(({ subject }) => subject).toSorted()).toEqual([...numbers, null])
  const customers = await collect(papercups.customers.iterate({ page_size: 2, include_anonymous: true }))
  expect(
    customers
      .map(({ external_id }) => external_id)
      .filter((id) => numbers.includes(id ?? ''))
      .toSorted(),
  ).toEqual(numbers)
  expect(new Set(customers.map(({ id }) => id)).size).toBe(customers.length)

  const companies = await collect(papercups.companies.iterate({ limit: 2 }))
  expect(companies.map(({ name }) => name)).toEqual(numbers)
  const issues = await collect(papercups.issues.iterate({ limit: 2 }))
  expect(issues.map(({ title }) => title).toSorted()).toEqual(numbers)

  const before = proxy.requests.length
  await papercups.messages.iterate({ conversation_id, limit: 2 }).next()
  expect(proxy.requests.length).toBe(before + 1)
})

test('iterating misses nothing while the records change', async () => {
  const { ada, papercups } = await scene()
  const names = ['1', '2', '3', '4', '5', '6']
  for (const name of names) await papercups.customers.create({ name, external_id: name })
  const customers: Array<string | null> = []
  for await (const { id, external_id } of papercups.customers.iterate({ page_size: 2 })) {
    customers.push(external_id)
    // Being seen moves a customer to the start of the list.
    await papercups.customers.update(id, { last_seen_at: new Date().toISOString() })
  }
  expect(customers.filter((id) => id !== null).toSorted()).toEqual(names)

  const [customer] = await papercups.customers.list({ external_id: '1' })
  const customer_id = customer?.id ?? ''
  for (const body of names) await papercups.notes.create({ customer_id, body })
  for await (const { id } of papercups.notes.iterate({ customer_id, limit: 2 })) await papercups.notes.delete(id)
  expect(await papercups.notes.list({ customer_id })).toEqual([])

  const mine = await papercups.conversations.create({ customer_id })
  await papercups.conversations.update(mine.id, { assignee_id: ada.id })
  const { id } = await papercups.conversations.create({ customer_id })
  expect(await papercups.conversations.list({ customer_id, assignee_id: null })).toMatchObject([{ id }])
  expect(await papercups.conversations.list({ customer_id })).toHaveLength(2)
})

test('errors say what is wrong', async () => {
  const { ada, grace, carla, proxy, papercups } = await scene()
  const { conversation_id } = carla
  const invalid = await papercups.tags.create({ name: ' ' }).catch((error: unknown) => error)
  expect(invalid).toBeInstanceOf(ValidationError)
  expect(invalid).toMatchObject({ status: 422, fields: { name: [expect.any(String)] } })
  const reader = new Papercups((await newScript(ada, { scope: 'read' })).key.value, { host: proxy.url })
  const forbidden = await reader.tags.create({ name: 'vip' }).catch((error: unknown) => error)
  expect(forbidden).toBeInstanceOf(PermissionError)
  expect(forbidden).toMatchObject({ status: 403, message: 'This API key may only read.' })
  const unknown = new Papercups('papercups_nothing', { host: proxy.url })
  await expect(unknown.me()).rejects.toThrow(AuthenticationError)
  expect(() => new Papercups(' ', { host: proxy.url })).toThrow('An API key is required.')
  expect(() => new Papercups('papercups_nothing', { host: 'chat.example.com' })).toThrow('The host must start with')
  expect(() => papercups.tags.delete('')).toThrow('An id is required.')

  const stranger = new Papercups((await newScript(grace)).key.value, { host: proxy.url })
  await expect(stranger.conversations.retrieve(conversation_id)).rejects.toThrow(NotFoundError)
  await expect(stranger.conversations.update(conversation_id, { read: true })).rejects.toThrow(NotFoundError)
  await expect(stranger.conversations.delete(conversation_id)).rejects.toThrow(NotFoundError)
  await expect(stranger.messages.create({ conversation_id, body: 'Hi' })).rejects.toMatchObject({
    status: expect.toSatisfy((status: number) => [403, 404, 422].includes(status)),
  })
  expect(await stranger.conversations.list()).toEqual([])
  expect(await collect(stranger.messages.iterate())).toEqual([])
})

test('a message whose answer got lost is sent once', async () => {
  const { carla, proxy, papercups, heard, hearOut } = await scene()
  const { conversation_id } = carla
  proxy.fail('lose the answer')
  const sent = await papercups.messages.create({ conversation_id, body: 'Only once' })
  await hearOut()

  expect(sent).toMatchObject({ body: 'Only once' })
  expect(heard.byCustomer).toEqual(['Only once'])
  const keys = proxy.requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  await papercups.messages.create({ conversation_id, body: 'Another' }, { idempotencyKey: 'mine' })
  expect(proxy.requests.at(-1)?.headers['idempotency-key']).toBe('mine')
})
