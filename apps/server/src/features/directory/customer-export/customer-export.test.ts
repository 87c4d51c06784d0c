import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'

async function exported(agent: Story['ada'] | Story['grace'], query = '') {
  const { status, headers, body } = await agent.get(`/api/customers/export?${query}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return parse<Record<string, string>>(body as string, { columns: true, bom: true })
}

test('exports the customers of the list, without spreadsheet formulas', async () => {
  const { ada, ben, grace, carla } = await story()
  const company = await ada.data('POST', '/api/companies', { company: { name: '=Farol()' } })
  const { id: tag_id } = await ada.data('POST', '/api/tags', { tag: { name: 'VIP, gold' } })
  const mean = {
    name: '=HYPERLINK("http://evil.test","x")',
    email: '@SUM(1).mean@example.com',
    phone: '+351912345678',
    external_id: '-2+3',
    company_id: company.id,
    metadata: { note: 'two\nlines' },
  }
  const { id } = await ada.data('POST', '/api/customers', { customer: mean })
  await ada.data('POST', `/api/customers/${id}/tags`, { tag_id })

  expect(await exported(ada)).toHaveLength(2)
  for (const query of [`tag_id=${tag_id}`, `company_id=${company.id}`, 'q=evil', `q=evil&tag_ids[]=${tag_id}`])
    expect(await exported(ada, query)).toMatchObject([
      {
        id,
        name: `'=HYPERLINK("http://evil.test","x")`,
        email: `'@SUM(1).mean@example.com`,
        phone: `'+351912345678`,
        external_id: `'-2+3`,
        company: `'=Farol()`,
        tags: 'VIP, gold',
        metadata: '{"note":"two\\nlines"}',
      },
    ])
  await ada.data('POST', '/api/customers', { customer: { name: 'Nameless' } })
  expect(await exported(ada)).toHaveLength(3)
  expect((await exported(ada, 'include_anonymous=false')).map((row) => row.id).sort()).toEqual(
    [id, carla.customer_id].sort(),
  )
  expect(await exported(grace)).toEqual([])
  expect(await exported(grace, `tag_id=${tag_id}`)).toEqual([])
  expect((await ben.get('/api/customers/export')).status).toBe(403)
  expect((await carla.get('/api/customers/export')).status).toBe(401)
  expect((await ada.get('/api/customers/export?tag_id=x')).status).toBe(400)
})

test('exports many customers in pages, each once, even while they are seen', { timeout: 60_000 }, async () => {
  const { ada, acme, server } = await story()
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `insert into customers (account_id, name) select $1, 'Guest ' || n from generate_series(1, 1300) n`,
    [acme.id],
  )
  const rows = await exported(ada)
  expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([1_301, 1_301])
})

test('exports customers whose words only contain the searched one, as the list shows them', async () => {
  const { ada, acme, carla, server } = await story()
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `insert into customers (account_id, name) select $1, 'Guest ' || n from generate_series(1, 1200) n`,
    [acme.id],
  )
  await pool.query(`update customers set name = 'A nonguest' where id = $1`, [carla.customer_id])
  const listed = (await ada.get('/api/customers?q=guest&page_size=1')).body
  expect(listed).toMatchObject({ data: [{ name: 'A nonguest' }], total_is_least: true })
  const names = (await exported(ada, 'q=guest')).map(({ name }) => name)
  expect([names.length, new Set(names).size, names.includes('A nonguest')]).toEqual([1_201, 1_201, true])
})
