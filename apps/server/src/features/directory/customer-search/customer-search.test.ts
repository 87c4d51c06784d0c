import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { MAX_COLLECTED } from './index-lookups.js'

type Agent = Story['ada'] | Story['grace']

const page = async (agent: Agent, query = '') => (await agent.get(`/api/customers?${query}`)).body
const names = async (agent: Agent, query = '') =>
  (await page(agent, query)).data.map(({ title }: { title: string }) => title)
const add = (agent: Agent, customer: object) => agent.data('POST', '/api/customers', { customer })

/** Makes the customer last seen some minutes ago. */
async function seen({ server }: Story, id: string, minutes: number) {
  const last_seen_at = new Date(Date.now() - minutes * 60_000)
  await databaseOf(server.platform).db.updateTable('customers').set({ last_seen_at }).where('id', '=', id).execute()
}

async function crowd() {
  const tale = await story()
  const { ada, carla } = tale
  const zoe = await add(ada, {
    name: 'Zoë Álvarez',
    email: 'z.alvarez@Shop.example',
    phone: '+351 912-345',
    metadata: { plan: 'gold', seats: 5 },
  })
  const dora = await add(ada, { name: 'Dora', external_id: 'cust_981', metadata: { plan: 'silver' } })
  const emil = await add(ada, { email: 'emil@example.com' })
  for (const [at, { id }] of [zoe, dora, emil].entries()) await seen(tale, id, 10 * (at + 1))
  await seen(tale, carla.customer_id, 1_000)
  return { ...tale, zoe, dora, emil }
}

test('lists customers who are online first, then those seen last', async () => {
  const tale = await crowd()
  const { ada, ben, grace, acme, globex, server } = tale
  // Carla was seen longest ago, but her chat is open.
  expect(await names(ada)).toEqual(['Carla', 'Zoë Álvarez', 'Dora', 'emil@example.com'])
  const guest = await new Visitor(server.url).arrives(acme.id)
  expect(await names(ben)).toEqual(['Carla', 'Anonymous User', 'Zoë Álvarez', 'Dora', 'emil@example.com'])
  expect(await names(ben, 'include_anonymous=false')).toEqual(['Carla', 'Zoë Álvarez', 'emil@example.com'])
  expect(await names(ben, 'include_anonymous=true')).toHaveLength(5)
  expect(await names(grace)).toEqual([])
  await new Visitor(server.url).arrives(globex.id, { name: 'Gus' })
  expect(await names(grace)).toEqual(['Gus'])
  expect((await guest.get('/api/customers')).status).toBe(401)
})

test('returns page numbers and totals, and the last page for a number beyond it', async () => {
  const { ada } = await crowd()
  const facts = async (query: string) => {
    const { data, ...facts } = await page(ada, query)
    return [data.map(({ title }: { title: string }) => title), facts]
  }
  const whole = { total_entries: 4, total_is_least: false }
  expect(await facts('page_size=3')).toEqual([
    ['Carla', 'Zoë Álvarez', 'Dora'],
    { ...whole, page_number: 1, page_size: 3, total_pages: 2 },
  ])
  const last = [['emil@example.com'], { ...whole, page_number: 2, page_size: 3, total_pages: 2 }]
  expect(await facts('page_size=3&page=2')).toEqual(last)
  expect(await facts('limit=3&page=99')).toEqual(last)
  expect(await facts('page=0&page_size=-1')).toMatchObject([[{}, {}, {}, {}], { page_number: 1, page_size: 50 }])
  expect(await facts('page=x&page_size=100000')).toMatchObject([[{}, {}, {}, {}], { page_number: 1, page_size: 500 }])
  const none = { page_number: 1, total_pages: 1, total_entries: 0 }
  expect(await facts('q=nobody')).toMatchObject([[], none])
  // Every customer is on exactly one page, also those who are online.
  const one = await Promise.all([1, 2, 3, 4].map(async (n) => (await names(ada, `page_size=1&page=${n}`))[0]))
  expect(one).toEqual(['Carla', 'Zoë Álvarez', 'Dora', 'emil@example.com'])
})

/** All customers in the order of their ids. `between` runs after each page. */
async function iterate(agent: Agent, query: string, between: () => Promise<unknown> = async () => {}) {
  const found: string[] = []
  let after: string | null = ''
  for (let pages = 0; after !== null && pages < 50; pages += 1) {
    const { data, next } = await page(agent, `${query}&order=id&after=${after}`)
    found.push(...data.map(({ id }: { id: string }) => id))
    after = next
    await between()
  }
  return found
}

test('in the order of ids each customer comes once, although they are seen meanwhile', async () => {
  const tale = await crowd()
  const { ada, grace, zoe, dora, emil, carla } = tale
  const ids = [zoe.id, dora.id, emil.id, carla.customer_id].toSorted()
  const others = [...ids]
  const visit = async () => seen(tale, others.pop() ?? zoe.id, 0)
  expect(await iterate(ada, 'page_size=1', visit)).toEqual(ids)
  expect(await iterate(ada, 'limit=2')).toEqual(ids)
  expect(await iterate(ada, 'page_size=1&page=2&q=example')).toEqual(ids.filter((id) => id !== dora.id))
  expect(await iterate(ada, 'page_size=1&email=emil@example.com')).toEqual([emil.id])
  expect((await page(grace, `order=id&after=${ids[0]}`)).data).toEqual([])
  expect(await page(ada, 'order=id&page_size=3&page=2')).toMatchObject({
    data: ids.slice(0, 3).map((id) => ({ id })),
    next: ids[2],
    total_entries: 4,
    total_is_least: false,
  })
  expect((await page(ada, `order=id&after=${ids[1]?.toUpperCase()}`)).data).toMatchObject([
    { id: ids[2] },
    { id: ids[3] },
  ])
  for (const query of ['order=name', 'order=id&after=nonsense'])
    expect([query, (await ada.get(`/api/customers?${query}`)).status]).toEqual([query, 400])
})

test('searches names, emails, phone numbers, ids and metadata', async () => {
  const { ada, grace } = await crowd()
  for (const [q, found] of [
    ['zoe', ['Zoë Álvarez']],
    ['ALVAREZ z.alv', ['Zoë Álvarez']],
    ['lvare', ['Zoë Álvarez']],
    ['912', ['Zoë Álvarez']],
    ['shop.exa', ['Zoë Álvarez']],
    ['cust_981', ['Dora']],
    ['example.com', ['Carla', 'emil@example.com']],
    ['carla emil', []],
    ['plan:gold', ['Zoë Álvarez']],
    ['Plan:GOLD zo', ['Zoë Álvarez']],
    ['plan:gold lvare', ['Zoë Álvarez']],
    ['seats:5', ['Zoë Álvarez']],
    ['plan:bronze', []],
    ['%', []],
    ['d_ra', []],
    ["plan:' | 'gold", []],
    ['a:b:c', []],
    ['&!|()<->:*', []],
  ] as const)
    expect([q, await names(ada, `q=${encodeURIComponent(q)}`)]).toEqual([q, found])
  expect(await names(grace, 'q=zoe')).toEqual([])
  expect((await page(ada, 'q=example.com&page_size=1')).total_entries).toBe(2)
})

test('filters by company, tags, issue, email and external id', async () => {
  const { ada, ben, grace, zoe, dora, carla } = await crowd()
  const company = await ada.data('POST', '/api/companies', { company: { name: 'Farol' } })
  const [vip, bug] = await Promise.all(
    ['VIP', 'Bug'].map(async (name) => (await ada.data('POST', '/api/tags', { tag: { name } })).id as string),
  )
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Export is slow' } })
  await ben.data('PUT', `/api/customers/${zoe.id}`, { customer: { company_id: company.id } })
  await ben.data('POST', `/api/customers/${zoe.id}/tags`, { tag_id: vip })
  await ben.data('POST', `/api/customers/${zoe.id}/tags`, { tag_id: bug })
  await ben.data('POST', `/api/customers/${dora.id}/tags`, { tag_id: vip })
  await ben.data('POST', `/api/customers/${carla.customer_id}/issues`, { issue_id: issue.id })

  expect(await page(ada, `company_id=${company.id}`)).toMatchObject({ data: [{ id: zoe.id }], total_entries: 1 })
  expect(await names(ada, `tag_id=${vip}`)).toEqual(['Zoë Álvarez', 'Dora'])
  expect(await names(ada, `tag_ids[]=${vip}&tag_ids[]=${bug}`)).toEqual(['Zoë Álvarez'])
  expect(await names(ada, `tag_id=${vip}&include_anonymous=false`)).toEqual(['Zoë Álvarez'])
  expect(await names(ada, `tag_id=${vip}&q=dor`)).toEqual(['Dora'])
  expect(await names(ada, `issue_id=${issue.id}`)).toEqual(['Carla'])
  expect(await names(ada, 'email=Z.Alvarez@shop.example')).toEqual(['Zoë Álvarez'])
  expect(await names(ada, 'external_id=cust_981')).toEqual(['Dora'])
  expect(await names(ada, 'tag_id=&company_id&q=')).toHaveLength(4)
  for (const query of [`company_id=${company.id}`, `tag_id=${vip}`, `issue_id=${issue.id}`])
    expect(await names(grace, query)).toEqual([])
  for (const query of ['tag_id=x', 'company_id=1', 'tag_ids=x', 'q[]=x', 'include_anonymous=maybe'])
    expect([query, (await ada.get(`/api/customers?${query}`)).status]).toEqual([query, 400])
})

test('filters by every field of the contract, in any case and with wildcards', async () => {
  const { ada, grace, carla, server } = await story()
  const facts = {
    name: 'Zoë_Álvarez',
    email: 'zoe@shop.example',
    phone: '+351 91',
    external_id: 'Zoe1',
    host: 'shop.example',
    browser: 'Firefox',
    browser_version: '120',
    browser_language: 'pt-PT',
    os: 'Linux',
    current_url: 'https://shop.example/cart?a=1',
    pathname: '/Cart',
    time_zone: 'Europe/Lisbon',
  }
  await databaseOf(server.platform).db.updateTable('customers').set(facts).where('id', '=', carla.customer_id).execute()
  await add(ada, { name: 'Somebody else' })

  const exact = ['external_id', 'browser_version', 'browser_language']
  for (const [field, value] of Object.entries(facts)) {
    const find = (text: string, who: Agent = ada) => names(who, `${field}=${encodeURIComponent(text)}`)
    expect([field, await find(value)]).toEqual([field, [facts.name]])
    expect([field, await find(value, grace)]).toEqual([field, []])
    expect([field, await find('nothing')]).toEqual([field, []])
    expect([field, await find(value.slice(0, -1))]).toEqual([field, []])
    if (exact.includes(field)) continue
    expect([field, await find(value.toUpperCase())]).toEqual([field, [facts.name]])
    expect([field, await find(`%${value.slice(1, -1)}%`)]).toEqual([field, [facts.name]])
    expect([field, await find(value.replace(/.$/, '_'))]).toEqual([field, []])
  }
  expect(await names(ada, 'name=zo%25&os=linux')).toEqual([facts.name])
  expect(await names(ada, 'name=zo%25&os=windows')).toEqual([])
  expect(await names(ada, 'name=zo\\%25')).toEqual([])
})

test('rejects a filter that it does not know', async () => {
  const { ada } = await story()
  for (const query of ['nmae=Carla', 'account_id=x', 'format=xml', 'name[]=Carla', 'page=1&sort=name'])
    expect([query, (await ada.get(`/api/customers?${query}`)).status]).toEqual([query, 400])
})

test('answers a page as CSV, with nothing that a spreadsheet would run', async () => {
  const { ada, grace, carla, server } = await story()
  await databaseOf(server.platform)
    .db.updateTable('customers')
    .set({
      name: '=SUM("1")',
      phone: '+351',
      ip: null,
      created_at: new Date('2024-03-01T10:00:00Z'),
      updated_at: new Date('2024-03-02T10:00:00Z'),
      first_seen: '2024-03-01',
      last_seen_at: new Date('2024-03-09T14:05:22Z'),
    })
    .where('id', '=', carla.customer_id)
    .execute()
  await add(ada, { name: 'Dora' })

  const header =
    'id,name,email,created_at,updated_at,first_seen,last_seen_at,phone,external_id,host,pathname,current_url,browser,os,ip,time_zone'
  const { status, headers, body } = await ada.get('/api/customers?format=csv&email=carla@example.com')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(body).toBe(
    `${header}\r\n"${carla.customer_id}","'=SUM(""1"")","carla@example.com","2024-03-01 10:00:00","2024-03-02 10:00:00",` +
      `"2024-03-01","2024-03-09 14:05:22Z","'+351","","","","","","","",""`,
  )
  expect((await ada.get('/api/customers?format=csv')).body.split('\r\n')).toHaveLength(3)
  expect((await ada.get('/api/customers?format=csv&page_size=1')).body.split('\r\n')).toHaveLength(2)
  expect((await grace.get('/api/customers?format=csv')).body).toBe(header)
  expect((await ada.get('/api/customers?format=json')).body.total_entries).toBe(2)
})

test('returns each customer with the latest conversation that is not deleted', async () => {
  const { ada, carla } = await crowd()
  const first = carla.conversation_id
  await carla.says('Hello')
  await carla.opensChat()
  const latest = async () => (await page(ada, 'q=carla')).data[0].conversations
  expect(await latest()).toMatchObject([{ id: first, status: 'open' }])
  await carla.says('Another thing')
  expect(await latest()).toMatchObject([{ id: carla.conversation_id }])
  await ada.data('POST', `/api/conversations/${carla.conversation_id}/archive`)
  expect(await latest()).toMatchObject([{ id: first }])
  expect((await page(ada, 'q=dora')).data[0].conversations).toEqual([])
})

test('keeps the count when customers are added, removed or get an email', async () => {
  const { ada, dora, emil } = await crowd()
  const counts = async () => [
    (await page(ada, 'page_size=1')).total_entries,
    (await page(ada, 'page_size=1&include_anonymous=false')).total_entries,
  ]
  expect(await counts()).toEqual([4, 3])
  await ada.data('PUT', `/api/customers/${dora.id}`, { customer: { email: 'dora@example.com' } })
  expect(await counts()).toEqual([4, 4])
  await ada.data('PUT', `/api/customers/${emil.id}`, { customer: { email: '' } })
  expect(await counts()).toEqual([4, 3])
  await ada.delete(`/api/customers/${emil.id}`)
  expect(await counts()).toEqual([3, 3])
})

test('counts a large result up to a limit and keeps its order', { timeout: 60_000 }, async () => {
  const { ada, acme, server, carla } = await story()
  const { pool } = databaseOf(server.platform)
  const some = MAX_COLLECTED + 1_200
  await pool.query(
    `insert into customers (account_id, name, email, metadata, last_seen_at)
     select $1, 'Guest ' || n, case when n % 2 = 0 then 'guest' || n || '@example.com' end, '{"plan": "free"}',
       now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [acme.id, some],
  )
  await pool.query(`update customers set name = 'A nonguest' where id = $1`, [carla.customer_id])
  // Carla is online, so she is first although only a part of a word matches.
  for (const q of ['guest', '(guest)', 'GUEST,']) {
    const first = await page(ada, `q=${q}&page_size=3`)
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['A nonguest', 'Guest 1', 'Guest 2'])
    expect(first).toMatchObject({ total_entries: 1_000, total_is_least: true })
  }
  expect(await names(ada, 'q=guest&page_size=3&page=2')).toEqual(['Guest 3', 'Guest 4', 'Guest 5'])
  const all = await iterate(ada, 'q=guest&page_size=500')
  expect([all.length, new Set(all).size, all.includes(carla.customer_id)]).toEqual([some + 1, some + 1, true])
  expect(await names(ada, 'q=plan:free&page_size=3&page=2')).toEqual(['Guest 4', 'Guest 5', 'Guest 6'])
  expect(await page(ada, 'page_size=1')).toMatchObject({ total_entries: some + 1, total_is_least: false })
  const found = await page(ada, `q=guest ${some - 1}`)
  expect(found).toMatchObject({ data: [{ name: `Guest ${some - 1}` }], total_entries: 1, total_is_least: false })
})
