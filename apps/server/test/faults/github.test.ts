import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { authorizeGithub } from '../github/github-story.js'
import { signBody, startGithub, type IssueOnGithub } from '../github/stand-in.js'
import { Agent } from '../story.js'
import { prepareServers } from './prepare-servers.js'
import { ensureServerIsBuilt } from './server-process.js'
import { until } from './until.js'

const ISSUES = 40
const ROUNDS = 4
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

test('issues are in step with GitHub, with one note each, although both processes are killed', PATIENCE, async () => {
  const github = await startGithub()
  const { database, url, start, restart } = await prepareServers({
    count: 2,
    standIns: [github],
    env: github.settings,
  })
  await start()
  const ada = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  const installation_id = github.newId()
  github.installations.set(installation_id, { login: 'acme' })
  const repo = github.addRepository('acme', 'shop', installation_id)
  expect((await authorizeGithub(github, ada, [installation_id])).status).toBe(200)

  /** An issue of ours with a customer who waits for it, linked to one on GitHub. */
  async function addPair(number: number) {
    const there = github.addIssue(repo, { title: `Issue ${number}` })
    const fields = { title: there.title, github_issue_url: github.toIssue(there).html_url }
    const { id } = await ada.data('POST', '/api/issues', { issue: fields })
    const customer = { name: `Customer ${number}`, account_id: ada.account_id }
    const { id: customer_id } = await ada.data('POST', '/api/customers', { customer })
    await ada.data('POST', '/api/conversations', { conversation: { customer_id, account_id: ada.account_id } })
    await ada.data('POST', `/api/customers/${customer_id}/issues`, { issue_id: id })
    return { id: id as string, customer_id: customer_id as string, there }
  }
  const pairs: Array<Awaited<ReturnType<typeof addPair>>> = []
  for (let number = 0; number < ISSUES; number += 1) pairs.push(await addPair(number))
  const count = async (condition: string) => {
    const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int from issues where ${condition}`)
    return rows[0]?.count ?? 0
  }
  await until('all links', async () => (await count(`github_state = 'open'`)) === ISSUES)

  async function closeThere(issue: IssueOnGithub) {
    issue.state = 'closed'
    const event = { action: 'closed', installation: { id: installation_id }, issue: github.toIssue(issue) }
    const body = JSON.stringify(event)
    const answer = await fetch(`${url}/api/github/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': signBody(body),
      },
      body,
    })
    expect(answer.status).toBe(200)
  }
  // The even ones are closed here, and the odd ones on GitHub.
  const closedHere = pairs.filter((_, index) => index % 2 === 0)
  const closedThere = pairs.filter((_, index) => index % 2 === 1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const ofRound = <T>(list: T[]) => list.filter((_, index) => index % ROUNDS === round)
    await Promise.all([
      ...ofRound(closedHere).map(({ id }) => ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'done' } })),
      ...ofRound(closedThere).map(({ there }) => closeThere(there)),
    ])
    await restart()
  }

  await until('all issues to be closed on both sides', async () => {
    const here = await count(`state = 'done' and github_state = 'closed'`)
    return here === ISSUES && github.issues.every(({ state }) => state === 'closed')
  })
  // A note is a job of its own, which follows the state.
  const notes = async () => {
    const { rows } = await database.pool.query<{ customer_id: string; count: number }>(
      `select c.customer_id, count(*)::int from messages m join conversations c on c.id = m.conversation_id
       where m.type = 'bot' and m.body like '%closed on GitHub%' group by c.customer_id`,
    )
    return new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
  }
  await until('all notes', async () => (await notes()).size >= closedThere.length)
  await until('all jobs to end', async () => {
    const { rowCount } = await database.pool.query(
      `select from graphile_worker.jobs where task_identifier like 'github.%' and attempts < max_attempts`,
    )
    return rowCount === 0
  })
  expect(await notes()).toEqual(new Map(closedThere.map(({ customer_id }) => [customer_id, 1])))
  console.log(`GitHub faults: ${ISSUES} issues in step after ${ROUNDS} kills of both processes: 0 lost, 0 doubled.`)
})
