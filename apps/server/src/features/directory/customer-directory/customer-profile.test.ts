import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'

test('a profile contains the parts that were asked for', async () => {
  const { ada, carla } = await story()
  const path = `/api/customers/${carla.customer_id}`
  const company = await ada.data('POST', '/api/companies', { company: { name: 'Farol' } })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Export is slow' } })
  await ada.data('POST', `${path}/tags`, { tag_id: tag.id })
  await ada.data('POST', `${path}/issues`, { issue_id: issue.id })
  await ada.data('POST', '/api/notes', { note: { body: 'Reporter', customer_id: carla.customer_id } })
  const updated = await ada.data('PUT', path, { customer: { company_id: company.id } })
  expect(updated).toMatchObject({ company: { name: 'Farol' }, tags: [{ name: 'VIP' }] })
  await carla.says('Hello')

  const usual = await ada.data('GET', path)
  expect(usual).toMatchObject({ id: carla.customer_id, name: 'Carla', title: 'Carla', company, tags: [{ id: tag.id }] })
  for (const key of ['notes', 'conversations', 'messages', 'issues']) expect(usual).not.toHaveProperty(key)

  const names = ['company', 'notes', 'conversations', 'messages', 'issues', 'toString', 'passwords']
  const whole = await ada.data('GET', `${path}?${names.map((name) => `expand[]=${name}`).join('&')}`)
  expect(whole).toMatchObject({
    company: { id: company.id },
    notes: [{ body: 'Reporter', author_id: ada.id }],
    conversations: [{ id: carla.conversation_id }],
    messages: [{ body: 'Hello' }],
    issues: [{ id: issue.id }],
  })
  for (const key of ['tags', 'toString', 'passwords']) expect(Object.keys(whole)).not.toContain(key)
  expect((await ada.get(`${path}?expand[][x]=1`)).status).toBe(400)
})

test('changes a customer and broadcasts it to the team', async () => {
  const { ada, ben, grace, carla, hearOut } = await story()
  const path = `/api/customers/${carla.customer_id}`
  const received: string[] = []
  const elsewhere: unknown[] = []
  ;(await ben.listen())
    .on('customer:updated', ({ id }) => received.push(id))
    .on('customer:created', ({ id }) => received.push(id))
  ;(await grace.listen()).on('customer:updated', (change) => elsewhere.push(change))

  const customer = { name: ' Carla Nunes ', phone: '+351 912 345 678', external_id: 'u_1', metadata: { plan: 'gold' } }
  const changed = await ada.data('PUT', path, { customer: { ...customer, account_id: randomUUID(), ip: '1.2.3.4' } })
  expect(changed).toMatchObject({ ...customer, name: 'Carla Nunes', email: 'carla@example.com', company: null })
  expect(await ada.data('PUT', path, { customer: { email: '', metadata: null } })).toMatchObject({
    name: 'Carla Nunes',
    email: null,
    metadata: null,
  })
  const { id } = await ada.data('POST', '/api/customers', { customer: { name: 'Dora' } })
  await hearOut()
  expect(received).toEqual([carla.customer_id, carla.customer_id, id])
  expect(elsewhere).toEqual([])
})

test('accepts only companies of the same account', async () => {
  const { ada, grace, carla } = await story()
  const path = `/api/customers/${carla.customer_id}`
  const mine = await ada.data('POST', '/api/companies', { company: { name: 'Farol' } })
  const theirs = await grace.data('POST', '/api/companies', { company: { name: 'Globex Friends' } })
  const nowhere = { company_id: ['does not exist'] }
  for (const company_id of [theirs.id, randomUUID()]) {
    expect((await ada.put(path, { customer: { company_id } })).body.error.errors).toEqual(nowhere)
    expect((await ada.post('/api/customers', { customer: { company_id } })).body.error.errors).toEqual(nowhere)
  }
  const dora = await ada.data('POST', '/api/customers', { customer: { name: 'Dora', company_id: mine.id } })
  expect(dora).toMatchObject({ company_id: mine.id, ip: null })
  // A visitor cannot choose their company.
  const visit = { account_id: ada.account_id, company_id: mine.id, profile_photo_url: 'https://example.com/me.png' }
  const guest = await carla.data('POST', '/api/customers', { customer: visit })
  expect(await ada.data('GET', `/api/customers/${guest.id}`)).toMatchObject({ company: null, profile_photo_url: null })
})

test('rejects invalid values, other accounts and visitors', async () => {
  const { ada, grace, carla } = await story()
  const path = `/api/customers/${carla.customer_id}`
  const refused = async (customer: object) => (await ada.put(path, { customer })).body.error.errors
  expect(await refused({ name: 'x'.repeat(256) })).toEqual({ name: ['should be at most 255 character(s)'] })
  expect(await refused({ name: 5 })).toEqual({ name: ['is invalid'] })
  expect(await refused({ metadata: 'x' })).toEqual({ metadata: ['is invalid'] })
  expect(await refused({ company_id: 'x' })).toEqual({ company_id: ['is invalid'] })
  expect((await ada.put(path, { name: 'x' })).status).toBe(400)
  expect((await ada.get('/api/customers/x')).status).toBe(400)
  expect((await ada.get(`/api/customers/${randomUUID()}`)).status).toBe(404)
  for (const call of [
    grace.get(path),
    grace.put(path, { customer: { name: 'Hacked' } }),
    grace.delete(path),
    grace.get(`${path}/export`),
  ])
    expect((await call).status).toBe(404)
  for (const call of [
    carla.get(path),
    carla.put(path, { customer: {} }),
    carla.delete(path),
    carla.get(`${path}/export`),
  ])
    expect((await call).status).toBe(401)
  expect((await ada.data('GET', path)).name).toBe('Carla')
})

test('stores the browser and the times that the team enters', async () => {
  const { ada, grace, carla } = await story()
  const path = `/api/customers/${carla.customer_id}`
  const facts = {
    browser: 'Firefox',
    browser_version: '120',
    browser_language: 'pt-PT',
    os: 'Linux',
    ip: '203.0.113.9',
    host: 'shop.example',
    lib: 'script',
    time_zone: 'Europe/Lisbon',
    current_url: 'https://shop.example/cart',
    pathname: '/cart',
    screen_height: 900,
    screen_width: 1_440,
  }
  const seen = { first_seen: '2024-03-01', last_seen_at: '2024-03-09T14:05:22Z' }
  const { screen_height, screen_width, browser_version, browser_language, lib, ...shown } = facts

  expect(await ada.data('PUT', path, { customer: { ...facts, ...seen } })).toMatchObject({ ...shown, ...seen })
  const stored = (await ada.get(`${path}/export`)).body.customer
  expect(stored).toMatchObject({ screen_height, screen_width, browser_version, browser_language, lib })
  const added = await ada.data('POST', '/api/customers', { customer: { ...facts, ...seen, name: 'Dora' } })
  expect(added).toMatchObject({ ...shown, ...seen })

  const { first_seen } = await ada.data('PUT', path, { customer: { first_seen: '2023-12-31T10:00:00Z', os: '' } })
  expect(first_seen).toBe('2023-12-31')
  expect(await ada.data('GET', path)).toMatchObject({ os: null, browser: 'Firefox', last_seen_at: seen.last_seen_at })

  for (const customer of [{ last_seen_at: null }, { last_seen_at: '' }, { first_seen: null }]) {
    const [field = ''] = Object.keys(customer)
    for (const answer of [await ada.put(path, { customer }), await ada.post('/api/customers', { customer })])
      expect([answer.status, answer.body.error?.errors]).toEqual([422, { [field]: ["can't be blank"] }])
  }
  for (const customer of [{ last_seen_at: 'soon' }, { first_seen: 5 }, { screen_width: 'wide' }, { os: 7 }])
    expect([customer, (await ada.put(path, { customer })).status]).toEqual([customer, 422])
  expect((await grace.put(path, { customer: facts })).status).toBe(404)
})
