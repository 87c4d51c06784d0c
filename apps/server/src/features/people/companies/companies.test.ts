import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'

const make = (agent: Story['ada'] | Story['grace'], company: object) => agent.post('/api/companies', { company })
const names = (companies: Array<{ name: string }>) => companies.map(({ name }) => name)

const joins = ({ server, carla }: Story, company_id: string | null) =>
  databaseOf(server.platform)
    .db.updateTable('customers')
    .set({ company_id })
    .where('id', '=', carla.customer_id)
    .execute()

test('the team changes its companies, and colleagues are notified', async () => {
  const { ada, ben, grace } = await story()
  const scene: string[] = []
  const strangers: string[] = []
  ;(await ben.listen()).on('company:changed', ({ id }) => scene.push(id))
  ;(await grace.listen()).on('company:changed', ({ id }) => strangers.push(id))

  const draft = {
    name: ' Farol Lda ',
    website_url: 'https://farol.example',
    slack_channel_id: 'C1',
    metadata: { a: 1 },
  }
  const { status, headers, body } = await make(ben, { ...draft, account_id: grace.account_id })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/companies/${body.data.id}`)
  expect(body.data).toEqual({
    id: expect.any(String),
    object: 'company',
    name: 'Farol Lda',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    account_id: ada.account_id,
    external_id: null,
    website_url: 'https://farol.example',
    description: null,
    logo_image_url: null,
    industry: null,
    slack_channel_id: 'C1',
    slack_channel_name: null,
    slack_team_id: null,
    slack_team_name: null,
    metadata: { a: 1 },
  })
  const path = `/api/companies/${body.data.id}`

  await ada.data('PUT', path, { company: { slack_team_id: 'T1', website_url: '', account_id: grace.account_id } })
  expect(await ben.data('GET', path)).toMatchObject({
    name: 'Farol Lda',
    slack_team_id: 'T1',
    slack_channel_id: 'C1',
    website_url: null,
    account_id: ada.account_id,
    metadata: { a: 1 },
  })
  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.get(path)).status).toBe(404)
  expect((await ada.delete(path)).status).toBe(404)
  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(scene).toEqual([body.data.id, body.data.id, body.data.id])
  expect(strangers).toEqual([])
})

test('lists companies by name, and finds them by a part of it', async () => {
  const { ada, grace } = await story()
  for (const name of ['beta 100%', 'Alpha', 'Çelik']) await make(ada, { name })
  const found = async (query: string) => names(await ada.data('GET', `/api/companies${query}`))

  expect(await found('')).toEqual(['Alpha', 'beta 100%', 'Çelik'])
  expect(await found('?q=%20LPH')).toEqual(['Alpha'])
  expect(await found('?q=%25')).toEqual(['beta 100%'])
  expect(await found('?q=%C3%A7EL')).toEqual(['Çelik'])
  expect(await found('?q=')).toHaveLength(3)
  expect(await grace.data('GET', '/api/companies')).toEqual([])
})

test('lists more companies than fit into an answer, page by page', async () => {
  const { ada, grace, acme, server } = await story()
  await databaseOf(server.platform).pool.query(
    `insert into companies (account_id, name) select $1, 'Company ' || n / 2 from generate_series(1, 1003) n`,
    [acme.id],
  )
  const read = async (query: string, who: Story['ada'] | Story['grace'] = ada) =>
    (await who.get(`/api/companies?${query}`)).body as {
      data: Array<{ id: string; name: string }>
      next: string | null
    }
  const all = await read('')
  const rest = await read(`after=${all.next}`)
  expect([all.data.length, rest.data.length, rest.next]).toEqual([1_000, 3, null])
  expect(new Set([...all.data, ...rest.data].map(({ id }) => id)).size).toBe(1_003)
  expect((await read(`after=${all.next}`, grace)).data).toEqual([])

  // Several have the same name, and the last one of a page may be renamed or deleted.
  const first = await read('limit=2&q=company')
  const second = await read(`limit=3&q=COMPANY&after=${first.next}`)
  expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 5))
  expect((await ada.delete(`/api/companies/${first.data[1]?.id}`)).status).toBe(204)
  expect(await read(`limit=3&q=company&after=${first.next}`)).toEqual(second)

  const id = randomUUID()
  const cursors = ['nonsense', ...[id, `x ${id}`, `${id} \0`].map((text) => Buffer.from(text).toString('base64url'))]
  for (const query of ['limit=0', 'limit=1001', ...cursors.map((cursor) => `after=${cursor}`)])
    expect([query, (await ada.get(`/api/companies?${query}`)).status]).toEqual([query, 400])
})

test('rejects a company without a name', async () => {
  const { ada } = await story()
  const refused = async (company: object) => (await make(ada, company)).body.error.errors
  expect(await refused({})).toEqual({ name: ["can't be blank"] })
  expect(await refused({ name: ' \n' })).toEqual({ name: ["can't be blank"] })
  expect(await refused({ name: 'x'.repeat(256) })).toEqual({ name: ['should be at most 255 character(s)'] })
  expect(await refused({ name: 'x', metadata: [1] })).toEqual({ metadata: ['is invalid'] })
  expect((await ada.post('/api/companies', {})).status).toBe(400)
  const { id } = (await make(ada, { name: 'Farol' })).body.data
  expect((await ada.put(`/api/companies/${id}`, { company: { name: ' ' } })).status).toBe(422)
})

test('a company with customers cannot be deleted', async () => {
  const scene = await story()
  const { ada } = scene
  const { id } = (await make(ada, { name: 'Farol' })).body.data
  await joins(scene, id)

  const { status, body } = await ada.delete(`/api/companies/${id}`)
  expect(status).toBe(422)
  expect(body.error).toMatchObject({
    message: 'A company with customers cannot be deleted.',
    errors: { customers: ['are still in this company'] },
  })
  expect((await ada.get(`/api/companies/${id}`)).status).toBe(200)
  await joins(scene, null)
  expect((await ada.delete(`/api/companies/${id}`)).status).toBe(204)
})

test('another team’s company is a 404', async () => {
  const { ada, grace } = await story()
  const { id } = (await make(ada, { name: 'Farol' })).body.data
  for (const path of [`/api/companies/${id}`, `/api/companies/${randomUUID()}`]) {
    expect((await grace.get(path)).status).toBe(404)
    expect((await grace.put(path, { company: { name: 'Ours' } })).status).toBe(404)
    expect((await grace.delete(path)).status).toBe(404)
  }
  expect(await ada.data('GET', `/api/companies/${id}`)).toMatchObject({ name: 'Farol' })
})
