import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { githubStory, soon, startGithubServer } from '../../../test/github/github-story.js'

let world: Awaited<ReturnType<typeof startGithubServer>>
beforeAll(async () => {
  world = await startGithubServer()
})

type Story = Awaited<ReturnType<typeof githubStory>>

/** An issue of ours that is linked to Carla and to the issue on GitHub. */
async function linked({ ada, carla, issue_url, github }: Story) {
  const fields = { title: 'Late orders', github_issue_url: issue_url }
  const { id } = await ada.data('POST', '/api/issues', { issue: fields })
  await ada.data('POST', `/api/customers/${carla.customer_id}/issues`, { issue_id: id })
  const path = `GET /repos/${new URL(issue_url).pathname.slice(1)}`
  await vi.waitFor(() => expect(github.calls).toContain(path), soon)
  return { id, stateOf: async () => (await ada.data('GET', `/api/issues/${id}`)).state as string }
}

test('an issue that is closed on GitHub is done, with a note in the conversation of each customer', async () => {
  const tale = await githubStory(world)
  const { ada, ben, carla, issue, issue_url, moves, heard } = tale
  await carla.says('Where is my order?')
  const { stateOf } = await linked(tale)
  const lobby = await ada.join(`issue:lobby:${carla.customer_id}`)
  const updates: string[] = []
  lobby.on('issue:updated', ({ state }) => updates.push(state))
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, {
    conversation: { status: 'closed', read: true, assignee_id: ben.id },
  })
  const delivery = randomUUID()
  await moves(issue, 'closed', { 'x-github-delivery': delivery })
  await vi.waitFor(() => expect(ada.heard.at(-1)).toMatchObject({ type: 'bot', private: true }), soon)
  expect(ada.heard.at(-1)?.body).toBe(`:white_check_mark: This issue was closed on GitHub: Late orders\n${issue_url}`)
  expect(await stateOf()).toBe('done')
  expect(updates).toEqual(['done'])
  await vi.waitFor(async () => {
    const conversation = await ada.data('GET', `/api/conversations/${carla.conversation_id}`)
    expect(conversation).toMatchObject({ status: 'open', read: false, assignee_id: ben.id })
  }, soon)

  // The same delivery again, an old one under a new id, and then the next.
  await moves(issue, 'closed', { 'x-github-delivery': delivery })
  await moves(issue, 'closed')
  await moves(issue, 'open')
  await vi.waitFor(async () => expect(await stateOf()).toBe('unstarted'), soon)
  await vi.waitFor(() => expect(ada.heard.at(-1)?.body).toContain(':mega:'), soon)
  expect(ada.heard.filter(({ type }) => type === 'bot')).toHaveLength(2)
  expect(heard.byCustomer).toEqual(['Where is my order?'])
})

test('an issue that is done here is closed on GitHub, and opened again', async () => {
  const tale = await githubStory(world)
  const { ada, carla, issue, github, moves } = tale
  await carla.says('Where is my order?')
  const { id, stateOf } = await linked(tale)
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'done' } })
  await vi.waitFor(() => expect(issue.state).toBe('closed'), soon)
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'in_progress' } })
  await vi.waitFor(() => expect(issue.state).toBe('open'), soon)
  // GitHub's report of our own change comes late and changes nothing. GitHub limits the next call, and then it is away.
  const path = `PATCH /repos/${new URL(github.toIssue(issue).html_url).pathname.slice(1)}`
  const limit = { headers: { 'retry-after': '1' } }
  github.fail(path, { status: 502 }, { status: 403, ...limit }, { status: 429, ...limit })
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'closed' } })
  await moves(issue, 'open')
  await vi.waitFor(() => expect(issue.state).toBe('closed'), soon)
  expect(await stateOf()).toBe('closed')
  expect(ada.heard.filter(({ type }) => type === 'bot')).toEqual([])
})

test('shows what GitHub refused at the issue, and tries again', async () => {
  const tale = await githubStory(world)
  const { ada, grace, issue, github } = tale
  const { id } = await linked(tale)
  const failureOf = async () => (await ada.data('GET', `/api/issues/${id}`)).github_failure as string | null
  const path = `PATCH /repos/${new URL(github.toIssue(issue).html_url).pathname.slice(1)}`
  const refusal = { status: 403, message: 'Repository was archived so is read-only.' }
  github.fail(path, refusal, refusal)
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'done' } })
  await vi.waitFor(async () => expect(await failureOf()).toBe(refusal.message), soon)

  const refused = () => github.calls.filter((call) => call === path).length
  expect((await grace.post('/api/github/sync', { issue_id: id })).status).toBe(404)
  expect((await ada.post('/api/github/sync', { issue_id: id })).status).toBe(204)
  await vi.waitFor(() => expect(refused()).toBe(2), soon)
  await vi.waitFor(async () => expect(await failureOf()).toBe(refusal.message), soon)
  expect((await ada.post('/api/github/sync', { issue_id: id })).status).toBe(204)
  await vi.waitFor(() => expect(issue.state).toBe('closed'), soon)
  await vi.waitFor(async () => expect(await failureOf()).toBeNull(), soon)

  // The issue was deleted on GitHub.
  github.issues.splice(github.issues.indexOf(issue), 1)
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'in_progress' } })
  await vi.waitFor(async () => expect(await failureOf()).toBe('The app sees no issue at this URL'), soon)
})

test('follows a repository that was renamed or moved', async () => {
  const tale = await githubStory(world)
  const { ada, issue, repo, owner, github, moves, issue_url } = tale
  const { id, stateOf } = await linked(tale)
  github.former.set(`${owner}/shop`, repo.id)
  repo.name = 'store'
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'done' } })
  await vi.waitFor(() => expect(issue.state).toBe('closed'), soon)
  const url = `https://github.com/${owner}/store/issues/1`
  await vi.waitFor(async () => expect((await ada.data('GET', `/api/issues/${id}`)).github_issue_url).toBe(url), soon)
  // Before GitHub was asked again, the id is enough.
  await ada.data('PUT', `/api/issues/${id}`, { issue: { github_issue_url: issue_url } })
  await moves(issue, 'open')
  await vi.waitFor(async () => expect(await stateOf()).toBe('unstarted'), soon)

  // The issue is transferred to another repository, where it has another id and another number.
  const archive = github.addRepository(owner, 'archive', tale.installation_id)
  github.addIssue(archive, { title: 'An older one' })
  const transferred = github.addIssue(archive, { title: issue.title })
  transferred.state = 'closed'
  github.former.set(`${owner}/store/issues/1`, transferred)
  const payload = { action: 'transferred', installation: { id: tale.installation_id }, issue: github.toIssue(issue) }
  expect((await tale.calls('issues', payload)).status).toBe(200)
  await vi.waitFor(async () => expect(await stateOf()).toBe('done'), soon)
  expect((await ada.data('GET', `/api/issues/${id}`)).github_issue_url).toBe(github.toIssue(transferred).html_url)
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'in_review' } })
  await vi.waitFor(() => expect(transferred.state).toBe('open'), soon)
})

test('links issues that a message names, if the account opened their repository to us', async () => {
  const { ada, carla, issue, issue_url, github, owner } = await githubStory(world)
  const foreign = github.addRepository(`stranger-${owner}`, 'trap', github.newId())
  const trap = github.toIssue(github.addIssue(foreign, { title: 'A trap' })).html_url
  await carla.says(`Is it ${issue_url}#issuecomment-1 or ${trap}? Not https://github.com/${owner}/shop/issues/77.`)
  await vi.waitFor(() => expect(ada.heard.at(-1)).toMatchObject({ type: 'bot', private: true }), soon)
  expect(ada.heard.at(-1)?.body).toBe(`:link: Linked to this customer:\n- Orders are late ${issue_url}`)
  const issues = await ada.data('GET', `/api/issues?customer_id=${carla.customer_id}`)
  expect(issues).toMatchObject([
    { title: 'Orders are late', body: 'Very late.', state: 'unstarted', github_issue_url: issue_url },
  ])
  // The same issue again adds nothing. A closed one is done.
  const second = github.addIssue({ ...foreign, id: issue.repo_id }, { title: 'Refunds' })
  second.state = 'closed'
  await ada.replies(carla.conversation_id, `See ${issue_url} and ${github.toIssue(second).html_url}`)
  await vi.waitFor(() => expect(ada.heard.at(-1)?.body).toContain('- Refunds'), soon)
  expect(ada.heard.at(-1)?.body).not.toContain('Orders are late')
  const states = (await ada.data('GET', `/api/issues?customer_id=${carla.customer_id}`)) as Array<{ state: string }>
  expect(states.map(({ state }) => state).toSorted()).toEqual(['done', 'unstarted'])
  expect((await ada.data('GET', `/api/conversations/${carla.conversation_id}`)).assignee_id).toBe(ada.id)
})

test('refuses forged webhooks, and keeps accounts apart', async () => {
  const tale = await githubStory(world)
  const { calls, github, issue, installation_id, moves, grace } = tale
  const { stateOf } = await linked(tale)
  const other = await githubStory(world)
  // The other account names an issue that it cannot see.
  const theirs = await linked({ ...other, issue_url: tale.issue_url })
  const payload = { action: 'closed', installation: { id: installation_id }, issue: github.toIssue(issue) }
  for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'sha1=abc'])
    expect((await calls('issues', payload, { 'x-hub-signature-256': signature })).status).toBe(401)
  // Another installation, another event, and an incomplete one.
  await calls('issues', { ...payload, installation: { id: github.newId() } })
  await calls('issue_comment', payload)
  await calls('issues', { ...payload, action: 'labeled' })
  expect((await calls('issues', { ...payload, issue: {} })).status).toBe(400)
  expect((await calls('issues', payload, { 'x-github-delivery': '' })).status).toBe(400)
  expect(await stateOf()).toBe('unstarted')
  await moves(issue, 'closed')
  await vi.waitFor(async () => expect(await stateOf()).toBe('done'), soon)
  expect(await theirs.stateOf()).toBe('unstarted')
  expect(await grace.data('GET', '/api/issues')).toEqual([])
})

test('shows an installation that was suspended, and forgets one that was removed', async () => {
  const tale = await githubStory(world)
  const { ada, calls, github, installation_id, connect, issue, issue_url } = tale
  const { id, stateOf } = await linked(tale)
  const state = async () =>
    (await ada.data('GET', '/api/connected_services')).map(({ state }: { state: string }) => state)
  const installation = { id: installation_id }
  // A token that ended early is replaced.
  github.tokens.clear()
  expect(await ada.data('GET', '/api/github/repos')).toHaveLength(1)
  github.installations.set(installation_id, { login: 'acme', is_suspended: true })
  await calls('installation', { action: 'suspend', installation })
  await vi.waitFor(async () => expect(await state()).toEqual(['revoked']), soon)
  const issues = await ada.get(`/api/github/issues?url=${encodeURIComponent(issue_url)}`)
  expect(issues.body).toEqual({ data: [], failure: 'GitHub is not connected.' })
  // What changed meanwhile, here or there, is made up for.
  await ada.data('PUT', `/api/issues/${id}`, { issue: { state: 'done' } })
  const other = github.addIssue(tale.repo, { title: 'Another' })
  github.installations.set(installation_id, { login: 'acme' })
  await calls('installation', { action: 'unsuspend', installation })
  await vi.waitFor(async () => expect(await state()).toEqual(['working']), soon)
  await vi.waitFor(() => expect(issue.state).toBe('closed'), soon)
  expect([await stateOf(), other.state]).toEqual(['done', 'open'])
  // The call about it was lost.
  github.installations.set(installation_id, { login: 'acme', is_suspended: true })
  github.tokens.clear()
  expect(await ada.data('GET', '/api/github/repos')).toEqual([])
  expect(await state()).toEqual(['revoked'])
  github.installations.set(installation_id, { login: 'acme' })
  await connect()
  // Somebody repeats old calls under a new id: GitHub is asked, and nothing has changed.
  const path = `GET /app/installations/${installation_id}`
  const asked = () => github.calls.filter((call) => call === path).length
  const before = asked()
  for (const action of ['suspend', 'deleted']) await calls('installation', { action, installation })
  await vi.waitFor(() => expect(asked()).toBe(before + 2), soon)
  expect(await ada.data('GET', '/api/github/repos')).toHaveLength(1)
  expect(await state()).toEqual(['working'])
  github.installations.delete(installation_id)
  await calls('installation', { action: 'deleted', installation })
  await vi.waitFor(async () => expect(await state()).toEqual([]), soon)
})
