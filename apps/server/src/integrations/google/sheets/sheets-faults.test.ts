import { beforeAll, expect, test, vi } from 'vitest'
import { jobsDone, mailsTo } from '../../../../test/mail.js'
import { sheetsStory, soon, startGoogleServer } from '../../../../test/google/google-story.js'
import { databaseOf } from '../../../platform/database/of.js'

let world: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  world = await startGoogleServer()
})

/** A spreadsheet with one customer. */
async function startWriting() {
  const story = await sheetsStory(world)
  const names = () =>
    story
      .rows()
      .slice(1)
      .map(([, name]) => name)
  const hasNames = (wanted: string[]) => vi.waitFor(() => expect(names()).toEqual(wanted), soon)
  await story.addCustomer('One')
  await hasNames(['One'])
  return {
    ...story,
    hasNames,
    hasState: (wanted: object) =>
      vi.waitFor(
        async () => expect((await story.ada.data('GET', '/api/connected_services'))[0]).toMatchObject(wanted),
        soon,
      ),
    change: (columns: string) =>
      databaseOf(story.server.platform).pool.query(`update connected_services set ${columns} where account_id = $1`, [
        story.ada.account_id,
      ]),
  }
}

test('the token of another person in the middle says what is wrong, and the rows wait for the right one', async () => {
  const { ada, google, email, connect, addCustomer, hasNames, hasState } = await startWriting()
  google.expireTokens(email)
  await addCustomer('Two')
  await connect('stranger@example.test')
  await addCustomer('Three')
  await hasState({ state: 'failing', failure: 'The caller does not have permission' })
  await connect()
  await hasNames(['One', 'Two', 'Three'])
  await hasState({ state: 'working', failure: null })
  expect(await ada.data('GET', '/api/google/sheets')).toMatchObject({ exports: [{ written: 3, waiting: 0 }, {}] })
})

test('after an hour without Google the admins get one mail, and each row is written once', async () => {
  const { ada, google, server, addCustomer, hasNames, hasState, change } = await startWriting()
  const mails = async () =>
    (await mailsTo(server, ada.email)).filter(({ subject }) => subject.includes('Google Sheets'))
  google.setDown({ status: 503 })
  await addCustomer('Two')
  await hasState({ state: 'failing', failure: 'status 503' })
  for (let hour = 0; hour < 2; hour += 1) {
    const before = google.calls.length
    await change(`failing_since = now() - interval '61 minutes', retry_at = now()`)
    await vi.waitFor(() => expect(google.calls.length).toBeGreaterThan(before), soon)
  }
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), soon)
  google.setDown({ status: 429, reason: 'rateLimitExceeded', headers: { 'retry-after': '3600' } })
  await change('retry_at = now()')
  const wait = async () => {
    const { rows } = await databaseOf(server.platform).pool.query<{ wait: number }>(
      'select extract(epoch from retry_at - now())::float8 as wait from connected_services where account_id = $1',
      [ada.account_id],
    )
    return rows[0]?.wait ?? 0
  }
  await vi.waitFor(async () => expect(await wait()).toBeGreaterThan(3_000), soon)
  google.setDown()
  await change('retry_at = now()')
  await hasNames(['One', 'Two'])
  await hasState({ state: 'working', failure: null })
  await jobsDone(server)
  expect(await mails()).toHaveLength(1)
})
