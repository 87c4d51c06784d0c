import { beforeAll, expect, test, vi } from 'vitest'
import { githubStory, soon, startGithubServer } from '../../../test/github/github-story.js'
import { databaseOf } from '../../platform/database/of.js'
import { redeliverLost } from './redeliver.js'

let world: Awaited<ReturnType<typeof startGithubServer>>
beforeAll(async () => {
  world = await startGithubServer()
})

test('waits for the hour that GitHub asks for, and then changes the issue there', async () => {
  const { ada, issue, issue_url, github, server } = await githubStory(world)
  const { id } = await ada.data('POST', '/api/issues', { issue: { title: 'Late', github_issue_url: issue_url } })
  const path = `PATCH /repos${new URL(issue_url).pathname}`
  github.fail(path, { status: 429, headers: { 'retry-after': '3600' } }, { status: 503 })
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'done' } })

  const { pool } = databaseOf(server.platform)
  /** Seconds until the change is tried again. */
  const wait = async () => {
    const { rows } = await pool.query<{ wait: number }>(
      `select extract(epoch from run_at - now())::float8 as wait from graphile_worker._private_jobs
       where payload::text like $1 and run_at > now()`,
      [`%${id}%`],
    )
    return rows[0]?.wait ?? 0
  }
  const hurry = () =>
    pool.query(`update graphile_worker._private_jobs set run_at = now() where payload::text like $1`, [`%${id}%`])
  const asked = () => github.calls.filter((call) => call === path).length
  await vi.waitFor(async () => expect(await wait()).toBeGreaterThan(3_000), soon)
  // Nothing has failed yet, so no failure is shown.
  expect((await ada.data('GET', `/api/issues/${id}`)).github_failure).toBeNull()
  expect([asked(), issue.state]).toEqual([1, 'open'])
  await hurry()
  await vi.waitFor(() => expect(asked()).toBe(2), soon)
  await vi.waitFor(async () => {
    await hurry()
    expect(issue.state).toBe('closed')
  }, soon)
  expect(asked()).toBe(3)
})

test('asks GitHub once more for calls that were lost while the server was down', async () => {
  const { ada, issue, issue_url, moves, github, server } = await githubStory(world)
  const { id } = await ada.data('POST', '/api/issues', { issue: { title: 'Late', github_issue_url: issue_url } })
  const read = `GET /repos${new URL(issue_url).pathname}`
  await vi.waitFor(() => expect(github.calls).toContain(read), soon)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const deliveries = [
    ['taken', 1, 200],
    ['lost', 2, 502],
    ['lost twice', 3, 0],
    ['came later', 4, 200],
    ['refused', 5, 401],
    ['lost twice', 30, 503],
    ['came later', 40, 502],
    ['old', 25 * 60, 502],
  ] as const
  for (const [guid, minutes, status_code] of deliveries)
    github.deliveries.push({ id: github.newId(), guid, delivered_at: minutesAgo(minutes), status_code })
  for (let attempt = 0; attempt < 20; attempt += 1)
    github.deliveries.unshift({ id: github.newId(), guid: 'hopeless', delivered_at: minutesAgo(1), status_code: 500 })
  const attempts = () => github.calls.filter((call) => call.endsWith('/attempts'))
  await redeliverLost(server.platform)
  const idOf = (guid: string) => github.deliveries.findLast((one) => one.guid === guid)?.id
  const wanted = ['lost twice', 'lost'].map((guid) => `POST /app/hook/deliveries/${idOf(guid)}/attempts`)
  expect(attempts().toSorted()).toEqual(wanted.toSorted())
  // GitHub calls again, with the id of the first attempt.
  await moves(issue, 'closed', { 'x-github-delivery': 'lost' })
  await vi.waitFor(async () => expect((await ada.data('GET', `/api/issues/${id}`)).state).toBe('done'), soon)

  github.fail('GET /app/hook/deliveries', { status: 503 })
  await redeliverLost(server.platform)
  expect(attempts()).toHaveLength(2)
})
