import { beforeAll, expect, test } from 'vitest'
import { githubStory, startGithubServer } from '../../../test/github/github-story.js'
import { story } from '../../../test/story.js'

let world: Awaited<ReturnType<typeof startGithubServer>>
beforeAll(async () => {
  world = await startGithubServer()
})

test('connects the installation of the person who signed in at GitHub', async () => {
  const { ada, id, owner, installation_id, github } = await githubStory(world)
  expect(await ada.data('GET', '/api/github/authorization')).toMatchObject({
    id,
    token_type: 'installation',
  })
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([
    { service: 'github', kind: 'account', state: 'working', team_name: owner },
  ])
  const { url } = await ada.data('POST', '/api/github/oauth', {})
  expect(url).toMatch(/\/apps\/papercups-test\/installations\/new\?state=/)
  // GitHub names the installation. The person has to sign in before it counts.
  const answer = await ada.data('GET', `/api/github/oauth?installation_id=${installation_id}&setup_action=install`)
  expect(answer.ok).toBe(false)
  const state = new URL(answer.url).searchParams.get('state') ?? ''
  github.codes.set('after-the-installation', [github.newId(), installation_id])
  const query = new URLSearchParams({ code: 'after-the-installation', state }).toString()
  expect(await ada.data('GET', `/api/github/oauth?${query}`)).toEqual({ ok: true, id })
  // A state works once.
  expect((await ada.get(`/api/github/oauth?${query}`)).status).toBe(400)
})

test('refuses installations of others, codes without a state, and unfinished requests', async () => {
  const { ada, ben, grace, installation_id, authorize, github } = await githubStory(world)
  const stolen = await authorize(grace, [github.newId()], { installation_id: String(installation_id) })
  expect([stolen.status, stolen.body.error.message]).toEqual([
    400,
    'GitHub access denied: this installation is not one of yours.',
  ])
  expect((await authorize(grace, [])).body.error.message).toContain('not installed yet')
  expect((await ada.get('/api/github/oauth?code=abc')).status).toBe(400)
  expect((await ada.get('/api/github/oauth')).status).toBe(400)
  const { url } = await ada.data('POST', '/api/github/oauth', { is_installed: true })
  const state = encodeURIComponent(new URL(url).searchParams.get('state') ?? '')
  expect((await grace.get(`/api/github/oauth?code=abc&state=${state}`)).status).toBe(400)
  expect((await ada.get(`/api/github/oauth?code=unknown&state=${state}`)).body.error.message).toContain(
    'bad_verification_code',
  )
  const requested = await ada.get('/api/github/oauth?installation_id=1&setup_action=request')
  expect([requested.status, requested.body.error.message]).toEqual([400, expect.stringContaining('has to approve')])
  expect((await ada.get('/api/github/oauth?installation_id=1&setup_action=other')).status).toBe(400)
  expect((await ben.post('/api/github/oauth', {})).status).toBe(403)
  expect(await grace.data('GET', '/api/github/authorization')).toBeNull()
})

test('lists repositories and issues, and creates an issue', async () => {
  const { ada, grace, owner, issue_url, github } = await githubStory(world)
  expect(await ada.data('GET', '/api/github/repos')).toMatchObject([{ name: 'shop', full_name: `${owner}/shop` }])
  const [found] = await ada.data('GET', `/api/github/issues?url=${encodeURIComponent(issue_url)}`)
  expect(found).toMatchObject({ title: 'Orders are late', body: 'Very late.', state: 'open', html_url: issue_url })
  expect(await ada.data('GET', `/api/github/issues?owner=${owner}&repo=shop`)).toHaveLength(1)
  const created = await ada.data('POST', '/api/github/issues', { owner, repo: 'shop', issue: { title: 'New' } })
  expect(created).toMatchObject({ number: 2, title: 'New', html_url: `https://github.com/${owner}/shop/issues/2` })
  const no_issues = ['https://github.com/a/b/pull/1', 'https://evil.test/a/b/issues/1', 'x']
  for (const url of [...no_issues, 'https://github.com/../../issues/1', 'https://github.com/a/../issues/1'])
    expect((await ada.get(`/api/github/issues?url=${encodeURIComponent(url)}`)).body.error.message).toBe(
      'Invalid GitHub issue URL',
    )
  expect(await ada.data('GET', `/api/github/issues?url=${encodeURIComponent(`${issue_url}99`)}`)).toEqual([])
  expect((await ada.get('/api/github/issues')).status).toBe(422)
  expect((await ada.get('/api/github/issues?owner=..&repo=installation')).status).toBeGreaterThanOrEqual(400)
  expect(github.calls.filter((call) => call.startsWith('GET /installation/issues'))).toEqual([])
  github.fail('GET /installation/repositories', { status: 502 })
  expect((await ada.get('/api/github/repos')).body).toEqual({
    data: [],
    failure: 'No usable answer from GitHub: status 502',
  })
  github.fail(`GET /repos/${owner}/shop/issues`, { status: 410, message: 'Issues are disabled for this repo' })
  expect((await ada.get(`/api/github/issues?owner=${owner}&repo=shop`)).body).toEqual({
    data: [],
    failure: 'GitHub refused: Issues are disabled for this repo',
  })
  github.fail(`POST /repos/${owner}/shop/issues`, { status: 410, message: 'Issues are disabled for this repo' })
  const refused = await ada.post('/api/github/issues', { owner, repo: 'shop', issue: { title: 'New' } })
  expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('Issues are disabled')])
  // Somebody without a connection sees nothing.
  expect(await grace.data('GET', `/api/github/issues?url=${encodeURIComponent(issue_url)}`)).toEqual([])
  expect((await grace.post('/api/github/issues', { owner, repo: 'shop', issue: { title: 'New' } })).status).toBe(403)
})

test('lists the newest issues of a repository with more pull requests than issues', async () => {
  const { ada, owner, repo, github } = await githubStory(world)
  const list = () => ada.data('GET', `/api/github/issues?owner=${owner}&repo=shop`) as Promise<Array<{ title: string }>>
  for (let count = 0; count < 130; count++) github.addIssue(repo, { title: 'Patch' }).pull_request = {}
  expect((await list()).map(({ title }) => title)).toEqual(['Orders are late'])
  for (let count = 1; count <= 110; count++) github.addIssue(repo, { title: `Bug ${count}` })
  const titles = (await list()).map(({ title }) => title)
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([100, 'Bug 110', 'Bug 11'])
})

test('disconnects, and ends the installation unless another account uses it', async () => {
  const { ada, ben, grace, id, installation_id, authorize, github } = await githubStory(world)
  expect((await ben.delete(`/api/github/authorizations/${id}`)).status).toBe(403)
  expect((await grace.delete(`/api/github/authorizations/${id}`)).status).toBe(404)
  const { body } = await authorize(grace, [installation_id])
  expect((await ada.delete(`/api/github/authorizations/${id}`)).status).toBe(204)
  expect(github.installations.has(installation_id)).toBe(true)
  expect((await grace.delete(`/api/github/authorizations/${body.data.id}`)).status).toBe(204)
  expect(github.installations.has(installation_id)).toBe(false)
  expect(await ada.data('GET', '/api/github/authorization')).toBeNull()
})

test('says what is missing on a server without the settings of an app', async () => {
  const { ada } = await story()
  expect((await ada.data('GET', '/api/github/setup')).missing).toContain('GITHUB_APP_ID')
  expect((await ada.post('/api/github/oauth', {})).status).toBe(400)
})
