import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { Client } from '../client.js'
import { startTestServer, type TestServer } from '../server.js'
import { story, type Agent } from '../story.js'
import { signBody, startGithub, type GithubStandIn, type IssueOnGithub } from './stand-in.js'

export const soon = { timeout: 30_000, interval: 50 }

/** One GitHub and one server for a test file: each story has an installation of its own. */
export async function startGithubServer(host?: string) {
  const github = await startGithub(host)
  return { github, server: await startTestServer({ env: github.settings }) }
}

/** What happens after the user signed in at GitHub as somebody with these installations. */
export async function authorizeGithub(
  github: GithubStandIn,
  agent: Agent,
  sees: number[],
  more: Record<string, string> = {},
) {
  const { url } = await agent.data('POST', '/api/github/oauth', { is_installed: true })
  const state = new URL(url).searchParams.get('state') ?? ''
  const code = randomUUID()
  github.codes.set(code, sees)
  return agent.get(`/api/github/oauth?${new URLSearchParams({ code, state, ...more }).toString()}`)
}

/** The agent's company installs the app in its organization, which has a repository. */
export async function installGithub({ github, server }: { github: GithubStandIn; server: TestServer }, agent: Agent) {
  const installation_id = github.newId()
  const owner = `acme-${installation_id}`
  github.installations.set(installation_id, { login: owner })
  const repo = github.addRepository(owner, 'shop', installation_id)

  const connect = async () => {
    const { status, body } = await authorizeGithub(github, agent, [installation_id])
    expect(status).toBe(200)
    return body.data.id as string
  }
  const stranger = new Client(server.url)
  const calls = (event: string, payload: object, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(payload)
    return stranger.post('/api/github/webhook', text, {
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signBody(text),
      ...headers,
    })
  }
  return {
    id: await connect(),
    stranger,
    installation_id,
    owner,
    repo,
    connect,
    /** GitHub calls us. */
    calls,
    /** Somebody closes or opens the issue at GitHub, and GitHub calls us about it. */
    async moves(one: IssueOnGithub, state: 'open' | 'closed', headers: Record<string, string> = {}) {
      one.state = state
      const action = state === 'closed' ? 'closed' : 'reopened'
      const payload = { action, installation: { id: installation_id }, issue: github.toIssue(one) }
      expect((await calls('issues', payload, headers)).status).toBe(200)
    },
  }
}

/** Ada's company has the app, and its repository has one issue. */
export async function githubStory({ github, server }: { github: GithubStandIn; server: TestServer }) {
  const cast = await story(server)
  const installed = await installGithub({ github, server }, cast.ada)
  const issue = github.addIssue(installed.repo, { title: 'Orders are late', body: 'Very late.' })
  return {
    ...cast,
    ...installed,
    github,
    server,
    issue,
    issue_url: github.toIssue(issue).html_url,
    authorize: (agent: Agent, sees: number[], more?: Record<string, string>) =>
      authorizeGithub(github, agent, sees, more),
  }
}
