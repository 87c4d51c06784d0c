import { beforeAll, expect, test } from 'vitest'
import { connectGoogle, GOOGLE_ENV } from '../google/google-story.js'
import { startGoogle } from '../google/stand-in.js'
import { Agent } from '../story.js'
import { prepareServers } from './prepare-servers.js'
import { ensureServerIsBuilt } from './server-process.js'
import { until } from './until.js'

const CUSTOMERS = 2_000
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

test('two processes that are killed during a back-fill write each row once and in order', PATIENCE, async () => {
  const google = await startGoogle()
  const { database, url, start, restart } = await prepareServers({
    count: 2,
    standIns: [google],
    env: { ...GOOGLE_ENV, GOOGLE_URL: google.url },
  })

  await start()
  const ada = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  await database.pool.query(
    `insert into customers (account_id, name, created_at)
     select $1, 'Customer ' || n, now() - interval '1 day' + interval '1 second' * n
     from generate_series(1, $2::integer) as n order by random()`,
    [ada.account_id, CUSTOMERS],
  )
  expect((await connectGoogle(google, ada, 'ada@acme.test', { client: 'sheets' })).status).toBe(200)
  const { spreadsheet } = await ada.data('PUT', '/api/google/sheets/spreadsheet', {})
  const rows = () => google.spreadsheets.rowsOf(spreadsheet.id, 'Customers').slice(1)
  // Slow enough to be killed between a call and its answer.
  google.setWait(100)
  await ada.data('POST', '/api/google/sheets/exports/customers/backfill')
  await until('a part of the rows', () => rows().length >= CUSTOMERS * 0.4)
  await restart()
  await until('all rows', async () => {
    const { rowCount } = await database.pool.query('select from sheet_rows where written_at is null')
    return rowCount === 0 && rows().length >= CUSTOMERS
  })
  expect(rows().map(([, name]) => name)).toEqual(Array.from({ length: CUSTOMERS }, (_, n) => `Customer ${n + 1}`))
})
