import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { SEGMENT_RANGE } from './find-matches.js'

type Agent = Story['ada'] | Story['grace']
type Named = { name: string }

const asQuery = (conditions: object[], match = 'all') =>
  `filter=${encodeURIComponent(JSON.stringify({ match, conditions }))}`
const page = async (agent: Agent, query: string) => (await agent.get(`/api/customers?${query}`)).body
const names = async (agent: Agent, query: string) =>
  (await page(agent, query)).data.map(({ name }: Named) => name).toSorted()
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000)

/** Carla is online and has an open conversation. The team added the others. */
async function crowd() {
  const tale = await story()
  const { ada, carla, server } = tale
  const { db } = databaseOf(server.platform)
  const company = await ada.data('POST', '/api/companies', { company: { name: 'Farol' } })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const add = async (customer: { name: string; [key: string]: unknown }, ago: number) => {
    const { id } = await ada.data('POST', '/api/customers', { customer })
    const seen = {
      last_seen_at: day(ago),
      first_seen: day(ago + 1)
        .toISOString()
        .slice(0, 10),
    }
    await db.updateTable('customers').set(seen).where('id', '=', id).execute()
    return id as string
  }
  const gold = { plan: 'Gold', seats: 12, renewed: '2024-05-17', note: 'from Lisbon' }
  const zoe = await add({ name: 'Zoe', email: 'zoe@example.com', company_id: company.id, metadata: gold }, 5)
  const silver = { plan: 'silver', seats: '7', renewed: '2025-01-02T10:00:00Z' }
  const dora = await add({ name: 'Dora', metadata: silver }, 40)
  await add({ name: 'Emil', email: 'emil@example.com', metadata: { plan: null, seats: 'a few', renewed: 'soon' } }, 400)
  for (const id of [zoe, dora]) await ada.data('POST', `/api/customers/${id}/tags`, { tag_id: tag.id })
  const names = { Zoe: zoe, Dora: dora, Carla: carla.customer_id }
  return { ...tale, company, tag, names }
}

test('each condition finds the right customers', { timeout: 60_000 }, async () => {
  const { ada, grace, globex, server, company, tag } = await crowd()
  await new Visitor(server.url).arrives(globex.id, { name: 'Gus', metadata: { plan: 'gold', seats: 12 } })
  const vip = { field: 'tag', tag_id: tag.id }
  const farol = { field: 'company', company_id: company.id }
  const meta = (name: string, operator: string, value = {}) => ({ field: 'metadata', name, operator, ...value })
  for (const [condition, expected] of [
    [{ ...vip, operator: 'is' }, ['Dora', 'Zoe']],
    [{ ...vip, operator: 'is_not' }, ['Carla', 'Emil']],
    [{ ...farol, operator: 'is' }, ['Zoe']],
    [{ ...farol, operator: 'is_not' }, ['Carla', 'Dora', 'Emil']],
    [{ field: 'company', operator: 'exists' }, ['Zoe']],
    [{ field: 'company', operator: 'not_exists' }, ['Carla', 'Dora', 'Emil']],
    [{ field: 'last_seen_at', operator: 'within', days: 7 }, ['Carla', 'Zoe']],
    [{ field: 'last_seen_at', operator: 'not_within', days: 30 }, ['Dora', 'Emil']],
    [{ field: 'last_seen_at', operator: 'from', date: day(60).toISOString().slice(0, 10) }, ['Carla', 'Dora', 'Zoe']],
    [{ field: 'last_seen_at', operator: 'before', date: day(60).toISOString().slice(0, 10) }, ['Emil']],
    [{ field: 'first_seen', operator: 'within', days: 6 }, ['Carla', 'Zoe']],
    [{ field: 'first_seen', operator: 'not_within', days: 6 }, ['Dora', 'Emil']],
    [{ field: 'first_seen', operator: 'from', date: day(41).toISOString().slice(0, 10) }, ['Carla', 'Dora', 'Zoe']],
    [{ field: 'first_seen', operator: 'before', date: day(41).toISOString().slice(0, 10) }, ['Emil']],
    [{ field: 'online', operator: 'exists' }, ['Carla']],
    [{ field: 'online', operator: 'not_exists' }, ['Dora', 'Emil', 'Zoe']],
    [{ field: 'open_conversation', operator: 'exists' }, ['Carla']],
    [{ field: 'open_conversation', operator: 'not_exists' }, ['Dora', 'Emil', 'Zoe']],
    [{ field: 'conversations', operator: 'at_least', number: 1 }, ['Carla']],
    [{ field: 'conversations', operator: 'at_least', number: 0 }, ['Carla', 'Dora', 'Emil', 'Zoe']],
    [{ field: 'conversations', operator: 'at_most', number: 0 }, ['Dora', 'Emil', 'Zoe']],
    [{ field: 'email', operator: 'exists' }, ['Carla', 'Emil', 'Zoe']],
    [{ field: 'email', operator: 'not_exists' }, ['Dora']],
    [meta('plan', 'exists'), ['Dora', 'Zoe']],
    [meta('plan', 'not_exists'), ['Carla', 'Emil']],
    [meta('plan', 'is', { text: 'gold' }), ['Zoe']],
    [meta('plan', 'is_not', { text: 'gold' }), ['Carla', 'Dora', 'Emil']],
    [meta('seats', 'is', { text: '12' }), ['Zoe']],
    [meta('note', 'contains', { text: 'lisbon' }), ['Zoe']],
    [meta('seats', 'at_least', { number: 7 }), ['Dora', 'Zoe']],
    // As text, 7 would come after 12.
    [meta('seats', 'at_least', { number: 7.5 }), ['Zoe']],
    [meta('seats', 'at_most', { number: 9 }), ['Dora']],
    [meta('renewed', 'from', { date: '2025-01-02' }), ['Dora']],
    [meta('renewed', 'before', { date: '2025-01-02' }), ['Zoe']],
    [meta("pl'an\\", 'is', { text: "' or 1=1 --" }), []],
    [meta('plan', 'is', { text: '%' }), []],
    [meta('note', 'contains', { text: '%' }), []],
    [meta('__proto__', 'exists'), []],
    [{ field: 'tag', operator: 'is', tag_id: randomUUID() }, []],
  ] as const) {
    expect([condition, await names(ada, asQuery([condition]))]).toEqual([condition, expected])
    const strangers: string[] = await names(grace, asQuery([condition]))
    expect(strangers.filter((name) => name !== 'Gus')).toEqual([])
  }
})

test('combines conditions with each other, a search, other filters and the export', async () => {
  const { ada, ben, grace, tag } = await crowd()
  const vip = { field: 'tag', operator: 'is', tag_id: tag.id }
  const known = { field: 'email', operator: 'exists' }
  const old = { field: 'last_seen_at', operator: 'not_within', days: 100 }
  const gold = { field: 'metadata', name: 'plan', operator: 'is', text: 'gold' }
  expect(await names(ada, asQuery([vip, known]))).toEqual(['Zoe'])
  expect(await names(ada, asQuery([gold, old], 'any'))).toEqual(['Emil', 'Zoe'])
  expect(await names(ada, asQuery([gold, known], 'any'))).toEqual(['Carla', 'Emil', 'Zoe'])
  expect(await names(ada, `${asQuery([known])}&q=exam zo`)).toEqual(['Zoe'])
  expect(await names(ada, `${asQuery([known])}&q=mil`)).toEqual(['Emil'])
  expect(await names(ada, `${asQuery([known])}&q=%25`)).toEqual([])
  expect(await names(ada, `${asQuery([known])}&tag_id=${tag.id}`)).toEqual(['Zoe'])
  expect(await names(ada, `${asQuery([vip])}&include_anonymous=false`)).toEqual(['Zoe'])
  const shown = await page(ada, `${asQuery([known])}&page_size=2`)
  // Carla is online, so she is first here, too.
  expect(shown).toMatchObject({ data: [{ name: 'Carla' }, { name: 'Zoe' }], total_entries: 3, total_pages: 2 })
  expect(shown).toMatchObject({ total_is_least: false, next: null })

  const saved = { name: 'Tagged', filter: { match: 'all', conditions: [vip] } }
  const { id } = await ben.data('POST', '/api/segments', { segment: saved })
  expect(await names(ada, `segment_id=${id}`)).toEqual(['Dora', 'Zoe'])
  expect(await names(ada, `segment_id=${id}&${asQuery([known])}`)).toEqual(['Zoe'])
  for (const [agent, segment] of [
    [grace, id],
    [ada, randomUUID()],
  ] as const)
    expect((await agent.get(`/api/customers?segment_id=${segment}`)).status).toBe(404)
  const exported = async (query: string) => {
    const { body } = await ada.get(`/api/customers/export?${query}`)
    return parse<Named>(body as string, { columns: true, bom: true }).map(({ name }) => name)
  }
  expect((await exported(`segment_id=${id}`)).toSorted()).toEqual(['Dora', 'Zoe'])
  expect(await exported(`${asQuery([gold])}&q=zo`)).toEqual(['Zoe'])
  expect((await ada.get(`/api/customers/export?segment_id=${randomUUID()}`)).status).toBe(404)

  const wrong = ['filter={', 'filter=[]', 'filter=null', asQuery([]), asQuery([{ field: 'tag', operator: 'is' }])]
  for (const query of [...wrong, asQuery([vip], 'none'), 'segment_id=x', 'after=x', `after=${'a'.repeat(300)}`])
    expect([query, (await ada.get(`/api/customers?${query}`)).status]).toEqual([query, 400])
})

test('reads a segment without an index range by range until it is found', { timeout: 60_000 }, async () => {
  const { ada, acme, server, carla } = await story()
  const { pool } = databaseOf(server.platform)
  const some = SEGMENT_RANGE + 2_000
  await pool.query(
    `insert into customers (account_id, name, last_seen_at, metadata)
     select $1, 'Guest ' || n, now() - n * interval '1 minute', jsonb_build_object('visits', n)
     from generate_series(1, $2::int) n`,
    [acme.id, some],
  )
  await pool.query(`update customers set metadata = '{"visits": 0}' where id = $1`, [carla.customer_id])
  const rare = asQuery([{ field: 'metadata', name: 'visits', operator: 'at_least', number: some }])
  const first = await page(ada, rare)
  expect(first).toMatchObject({ data: [], total_entries: 0, total_is_least: true })
  const second = await page(ada, `${rare}&after=${first.next}`)
  expect(second).toMatchObject({
    data: [{ name: `Guest ${some}` }],
    total_entries: 1,
    total_is_least: false,
    next: null,
  })

  // In the order of ids, too, one answer reads a part of the list.
  const start = await page(ada, `${rare}&order=id`)
  expect(start.next).not.toBeNull()
  const end = await page(ada, `${rare}&order=id&after=${start.next}`)
  expect([...start.data, ...end.data].map(({ name }: Named) => name)).toEqual([`Guest ${some}`])
  expect(end.next).toBeNull()

  // Customers who are online are in the first answer, and nobody is shown twice.
  const many = asQuery([{ field: 'metadata', name: 'visits', operator: 'at_most', number: some }])
  const newest = await page(ada, `${many}&page_size=2`)
  expect(newest.data.map(({ name }: Named) => name)).toEqual(['Carla', 'Guest 1'])
  const { total_entries, next } = await page(ada, `${many}&page_size=1&after=${newest.next}`)
  expect([newest.total_entries + total_entries, next]).toEqual([some + 1, null])

  const body = (await ada.get(`/api/customers/export?${many}`)).body as string
  expect(parse<Named>(body, { columns: true, bom: true })).toHaveLength(some + 1)
})
