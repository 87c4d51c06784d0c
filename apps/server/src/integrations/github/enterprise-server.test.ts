import { beforeAll, expect, test, vi } from 'vitest'
import { githubStory, soon, startGithubServer } from '../../../test/github/github-story.js'
import { readConfig } from '../../platform/config.js'
import { githubUrls } from './github-urls.js'

let world: Awaited<ReturnType<typeof startGithubServer>>
beforeAll(async () => {
  world = await startGithubServer('git.acme.test')
})

const urlsOf = (env: NodeJS.ProcessEnv) => githubUrls({ config: readConfig({ GITHUB_APP_NAME: 'papers', ...env }) })

test('the host of a GitHub Enterprise Server is enough', () => {
  expect(urlsOf({})).toEqual({
    api: 'https://api.github.com',
    install: 'https://github.com/apps/papers/installations/new',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
  })
  expect(urlsOf({ GITHUB_HOST: 'Git.Acme.test:8443' })).toEqual({
    api: 'https://git.acme.test:8443/api/v3',
    install: 'https://git.acme.test:8443/github-apps/papers/installations/new',
    authorize: 'https://git.acme.test:8443/login/oauth/authorize',
    token: 'https://git.acme.test:8443/login/oauth/access_token',
  })
  for (const GITHUB_HOST of ['https://git.acme.test', 'git.acme.test/api', 'a b', '-'])
    expect(() => urlsOf({ GITHUB_HOST })).toThrow('GITHUB_HOST must be a host like github.acme.com.')
})

test('issues of a GitHub Enterprise Server are linked and kept in step, and those of github.com are not', async () => {
  const { ada, carla, owner, issue, issue_url, moves, github } = await githubStory(world)
  expect(issue_url).toMatch(/^https:\/\/git\.acme\.test\//)
  const elsewhere = issue_url.replace('git.acme.test', 'github.com')
  const lookup = (url: string) => ada.get(`/api/github/issues?url=${encodeURIComponent(url)}`)
  expect((await lookup(issue_url)).body.data).toMatchObject([{ title: 'Orders are late' }])
  for (const url of [elsewhere, issue_url.replace('git.', 'gitX')])
    expect((await lookup(url)).body.error.message).toBe('Invalid GitHub issue URL')
  expect((await ada.data('POST', '/api/github/oauth', {})).url).toContain(
    '/github-apps/papercups-test/installations/new',
  )

  const second = github.toIssue(
    github.addIssue({ ...issue, id: issue.repo_id, owner, name: 'shop', installation_id: 0 }, { title: 'Refunds' }),
  )
  await carla.says(`Is it ${issue_url}, or ${second.html_url.replace('git.acme.test', 'github.com')}?`)
  await vi.waitFor(() => expect(ada.heard.at(-1)).toMatchObject({ type: 'bot', private: true }), soon)
  expect(ada.heard.at(-1)?.body).toBe(`:link: Linked to this customer:\n- Orders are late ${issue_url}`)
  await moves(issue, 'closed')
  const [linked] = await ada.data('GET', `/api/issues?customer_id=${carla.customer_id}`)
  await vi.waitFor(async () => expect((await ada.data('GET', `/api/issues/${linked.id}`)).state).toBe('done'), soon)
})
