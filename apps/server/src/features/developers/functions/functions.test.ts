import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { FUNCTIONS, newFunction } from '../../../../test/functions.js'
import { story, type Agent } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const CODE = 'const handler = async ({ event }) => ({ event })'

async function deployZip(from: Agent, id: string, file: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)]), 'blob')
  const headers = { 'x-forwarded-for': from.address, ...(from.token && { authorization: from.token }) }
  const response = await fetch(`${from.url}${FUNCTIONS}/${id}/deploy`, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> }
}

test('an admin creates, lists, changes and deletes functions', async () => {
  const { ada } = await story()
  const created = await ada.post(FUNCTIONS, { lambda: { name: 'Auto reply', description: 'Says hello' } })
  expect(created.status).toBe(201)
  const { data } = created.body
  expect(created.headers.get('location')).toBe(`${FUNCTIONS}/${data.id}`)
  expect(data).toMatchObject({
    ...{ object: 'lambda', name: 'Auto reply', description: 'Says hello', code: null, status: 'pending' },
    ...{ account_id: ada.account_id, creator_id: ada.id, last_deployed_at: null, last_executed_at: null },
    ...{ language: null, runtime: null, metadata: null, events: ['message:created'], cron: null },
    ...{ deployed_version: null, has_api_key: false },
  })
  const second = await ada.data('POST', FUNCTIONS, { lambda: { name: 'Second' } })
  const changed = await ada.data('PUT', `${FUNCTIONS}/${data.id}`, { lambda: { code: CODE, runtime: 'nodejs14.x' } })
  expect(changed).toMatchObject({ name: 'Auto reply', code: CODE, runtime: 'nodejs14.x' })
  const ids = async (query = '') =>
    ((await ada.data('GET', `${FUNCTIONS}${query}`)) as Array<{ id: string }>).map(({ id }) => id)
  expect(await ids()).toEqual([data.id, second.id])
  expect(await ids('?q=HELLO&unknown=1')).toEqual([data.id])
  expect(await ids('?name=Second')).toEqual([second.id])
  expect(await ids(`?creator_id=${ada.id + 1_000_000}`)).toEqual([])
  expect(await ids('?status=active')).toEqual([])
  expect((await ada.delete(`${FUNCTIONS}/${data.id}`)).status).toBe(204)
  expect((await ada.get(`${FUNCTIONS}/${data.id}`)).status).toBe(404)
})

test('rejects blank names and invalid values', async () => {
  const { ada } = await story()
  const { id } = await ada.data('POST', FUNCTIONS, { lambda: { name: 'One' } })
  const errorsOf = async (fields: object) => {
    const { status, body } = await ada.put(`${FUNCTIONS}/${id}`, { lambda: fields })
    return [status, Object.keys(body.error?.errors ?? {})]
  }
  expect((await ada.post(FUNCTIONS, { lambda: { name: ' ' } })).status).toBe(422)
  expect((await ada.post(FUNCTIONS, {})).status).toBe(400)
  expect(await errorsOf({ name: '' })).toEqual([422, ['name']])
  expect(await errorsOf({ status: 'on' })).toEqual([422, ['status']])
  expect(await errorsOf({ runtime: 'nodejs22.x' })).toEqual([422, ['runtime']])
  expect(await errorsOf({ events: ['message:deleted'] })).toEqual([422, ['events']])
  expect(await errorsOf({ cron: 'every day' })).toEqual([422, ['cron']])
  expect(await errorsOf({ cron: '61 * * * *' })).toEqual([422, ['cron']])
  expect(await errorsOf({ cron: '*/15 8-18 * * 1-5' })).toEqual([200, []])
  expect(await errorsOf({ code: 'a'.repeat(1_000_001) })).toEqual([422, ['code']])
  expect(await errorsOf({ code: `// ${'a'.repeat(999_990)}` })).toEqual([200, []])
})

test('members and other companies reach no function', async () => {
  const { ada, ben, grace } = await story()
  const { id } = await newFunction(ada, CODE)
  await ada.data('PUT', `${FUNCTIONS}/${id}/secrets/TOKEN`, { value: 'hidden' })
  const own = `${FUNCTIONS}/${id}`
  expect((await ben.get(FUNCTIONS)).status).toBe(403)
  expect((await ben.post(`${own}/invoke`, { event: 'message:created' })).status).toBe(403)
  await newScript(grace)
  expect(await grace.data('GET', FUNCTIONS)).toEqual([])
  for (const path of ['', '/versions', '/versions/1', '/secrets', '/runs'])
    expect((await grace.get(own + path)).status, path).toBe(404)
  for (const path of ['/deploy', '/invoke', '/versions/1/deploy', '/rehearsals'])
    expect((await grace.post(own + path, { event: 'message:created', code: CODE })).status, path).toBe(404)
  expect((await grace.put(own, { lambda: { name: 'Mine' } })).status).toBe(404)
  expect((await grace.put(`${own}/secrets/TOKEN`, { value: 'mine' })).status).toBe(404)
  expect((await grace.delete(`${own}/secrets/TOKEN`)).status).toBe(404)
  expect((await grace.delete(own)).status).toBe(404)
})

test('a function is pending until its first deployment, which sets both times in one write', async () => {
  const { ada } = await story()
  const { id } = await ada.data('POST', FUNCTIONS, { lambda: { name: 'One', code: CODE, status: 'active' } })
  const path = `${FUNCTIONS}/${id}`
  expect(await ada.data('GET', path)).toMatchObject({ status: 'pending' })
  expect(await ada.data('PUT', path, { lambda: { status: 'active' } })).toMatchObject({ status: 'pending' })
  expect(await ada.post(`${path}/invoke`, { event: 'message:created' })).toMatchObject({
    body: { data: null, run_id: null },
  })

  const refused = await ada.post(`${path}/deploy`, {})
  expect(refused).toMatchObject({ status: 422, body: { error: { message: expect.stringMatching(/API key/) } } })
  await newScript(ada)
  const deployed = await ada.data('POST', `${path}/deploy`, { name: 'Renamed', bucket: 'theirs', env: {} })
  expect(deployed).toMatchObject({ status: 'inactive', name: 'Renamed', deployed_version: 1, has_api_key: true })
  expect(deployed.last_deployed_at).toBe(`${deployed.updated_at}Z`)
  expect(await ada.data('PUT', path, { lambda: { status: 'active' } })).toMatchObject({ status: 'active' })
  expect(await ada.data('POST', `${path}/deploy`, {})).toMatchObject({ status: 'active', deployed_version: 2 })
  expect(await ada.data('PUT', path, { lambda: { status: 'pending' } })).toMatchObject({ status: 'pending' })
})

test("deploys the original client's zip, and only reads its index.js", async () => {
  const { ada } = await story()
  await newScript(ada)
  const { id } = await ada.data('POST', FUNCTIONS, { lambda: { name: 'One' } })
  const deps = await fetch(`${ada.url}/deps`)
  expect([deps.status, deps.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const bundle = unzipSync(new Uint8Array(await deps.arrayBuffer()))
  expect(Object.keys(bundle)).toContain('node_modules/@papercups-io/papercups/index.js')
  const index = strToU8(`${CODE}\nexports.handler = handler`)
  const zip = zipSync({ ...bundle, 'index.js': index, '../../etc/passwd': strToU8('x'), '/etc/cron.d/x': strToU8('x') })

  const fields = { name: 'Zipped', description: 'With a file', code: CODE }
  const { status, body } = await deployZip(ada, id, zip, fields)
  expect([status, body.data]).toMatchObject([200, { ...fields, status: 'inactive', deployed_version: 1 }])
  expect(await ada.data('GET', `${FUNCTIONS}/${id}/versions/1`)).toMatchObject({ code: strFromU8(index) })
  expect((await ada.post(`${FUNCTIONS}/${id}/invoke`, { event: 'ping' })).body.data).toEqual({ event: 'ping' })
})

test('rejects zips without code, zip bombs and broken zips', async () => {
  const { ada } = await story()
  await newScript(ada)
  const { id } = await ada.data('POST', FUNCTIONS, { lambda: { name: 'One' } })
  const huge = new Uint8Array(30_000_000)
  const bomb = zipSync({ 'index.js': huge }, { level: 9 })
  // It declares a small size and unpacks to a large one.
  const liar = bomb.slice()
  const view = new DataView(liar.buffer)
  for (let at = 0; at + 4 <= liar.length; at += 1) {
    const signature = view.getUint32(at, true)
    if (signature === 0x04034b50) view.setUint32(at + 22, 100, true)
    if (signature === 0x02014b50) view.setUint32(at + 24, 100, true)
  }
  const bad = { empty: new Uint8Array(), text: strToU8('index.js'), bomb, liar, cut: bomb.slice(0, 500) }
  for (const [name, zip] of Object.entries(bad))
    expect((await deployZip(ada, id, zip)).body.error, name).toMatchObject({ status: 422 })
  const other = zipSync({ '../index.js': strToU8(CODE), 'lib/index.js': strToU8(CODE) })
  expect((await deployZip(ada, id, other)).body.error.errors).toEqual({ file: [expect.stringMatching(/index.js/)] })
  expect((await deployZip(ada, id, new Uint8Array(9_000_000))).status).toBe(413)
  expect(await ada.data('GET', `${FUNCTIONS}/${id}`)).toMatchObject({ status: 'pending', deployed_version: null })
})

test('refuses to deploy code with a syntax error, and says where it is', async () => {
  const { ada } = await story()
  await newScript(ada)
  const { id } = await ada.data('POST', FUNCTIONS, { lambda: { name: 'One' } })
  const { status, body } = await ada.post(`${FUNCTIONS}/${id}/deploy`, { code: 'const a = 1\nconst = 2' })
  expect([status, body.error.errors]).toEqual([422, { code: [expect.stringMatching(/^SyntaxError: .*line 2/)] }])
  expect((await ada.post(`${FUNCTIONS}/${id}/deploy`, {})).body.error.errors).toEqual({ code: ["can't be blank"] })
})

test('keeps versions, and rolls back to one of them', async () => {
  const { ada } = await story()
  const { id } = await newFunction(ada, 'const handler = () => 1')
  await ada.data('POST', `${FUNCTIONS}/${id}/deploy`, { code: 'const handler = () => 2' })
  const invoke = async () => (await ada.post(`${FUNCTIONS}/${id}/invoke`, { event: 'ping' })).body.data
  expect(await invoke()).toBe(2)
  const back = await ada.data('POST', `${FUNCTIONS}/${id}/versions/1/deploy`)
  expect(back).toMatchObject({ code: 'const handler = () => 1', deployed_version: 1, status: 'active' })
  expect(back.last_deployed_at).toBe(`${back.updated_at}Z`)
  expect(await invoke()).toBe(1)
  expect(await ada.data('GET', `${FUNCTIONS}/${id}/versions`)).toMatchObject([
    { number: 2, is_deployed: false, user_id: ada.id, size: 23 },
    { number: 1, is_deployed: true },
  ])
  expect((await ada.post(`${FUNCTIONS}/${id}/versions/9/deploy`)).status).toBe(404)
  expect(await ada.data('POST', `${FUNCTIONS}/${id}/deploy`, {})).toMatchObject({ deployed_version: 3 })
})

test('a secret is encrypted, never shown again, and read by the function alone', async () => {
  const { ada, server } = await story()
  const { id } = await newFunction(ada, 'const handler = () => process.env')
  const other = await newFunction(ada, 'const handler = () => process.env')
  const path = `${FUNCTIONS}/${id}/secrets`
  expect((await ada.put(`${path}/lower`, { value: 'x' })).status).toBe(400)
  expect((await ada.put(`${path}/PAPERCUPS_API_KEY`, { value: 'x' })).status).toBe(422)
  await ada.data('PUT', `${path}/CRM_TOKEN`, { value: 'first value' })
  const set = await ada.put(`${path}/CRM_TOKEN`, { value: 'swordfish value' })
  expect(set.body.data).toEqual({ name: 'CRM_TOKEN', object: 'lambda_secret', updated_at: expect.any(String) })
  expect(JSON.stringify((await ada.get(path)).body)).not.toContain('swordfish')
  const { rows } = await databaseOf(server.platform).pool.query<{ row: string }>(
    'select s::text as row from lambda_secrets s where lambda_id = $1',
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('swordfish')
  const env = async (of: string) => (await ada.post(`${FUNCTIONS}/${of}/invoke`, { event: 'ping' })).body.data
  expect(await env(id)).toEqual({
    CRM_TOKEN: 'swordfish value',
    PAPERCUPS_API_KEY: expect.stringMatching(/^papercups_/),
    PAPERCUPS_HOST: server.platform.config.base_url,
  })
  expect(await env(other.id)).not.toHaveProperty('CRM_TOKEN')
  expect((await ada.delete(`${path}/CRM_TOKEN`)).status).toBe(204)
  expect(await env(id)).not.toHaveProperty('CRM_TOKEN')
})
