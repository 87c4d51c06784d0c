import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import { Client } from '../client.js'
import { startTestServer, type TestServer } from '../server.js'
import { story, type Agent } from '../story.js'
import { signed, SIGNING_SECRET, startSlack, type SlackStandIn } from './stand-in.js'

export const soon = { timeout: 30_000, interval: 50 }

/** One Slack and one server for a test file: each story has a channel of its own. */
export async function startSlackServer(env: Record<string, string> = {}) {
  const slack = await startSlack()
  const server = await startTestServer({
    env: {
      SLACK_CLIENT_ID: 'client-1',
      SLACK_CLIENT_SECRET: 'secret-1',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_URL: slack.url,
      ...env,
    },
  })
  return { slack, server }
}

/** Goes through Slack's page and back, as the dashboard does. */
export async function connectSlack(agent: Agent, body: object = {}, code: string = randomUUID()) {
  const { url } = await agent.data('POST', '/api/slack/oauth', body)
  const state = new URL(url).searchParams.get('state') ?? ''
  return agent.get(`/api/slack/oauth?code=${code}&state=${encodeURIComponent(state)}`)
}

/** A company whose primary inbox is mirrored to a channel of its own. `prepare` comes before it is connected. */
export async function slackStory(
  { slack, server }: { slack: SlackStandIn; server: TestServer },
  prepare = async (_account_id: string) => {},
) {
  const cast = await story(server)
  await prepare(cast.acme.id)
  const channel = `C${randomUUID().slice(0, 8)}`
  slack.channel = channel
  expect((await connectSlack(cast.ada)).status).toBe(200)
  onTestFinished(() => {
    slack.setRevoked(false)
    slack.page_size = 1_000
    slack.calls.length = 0
  })
  const stranger = new Client(server.url)
  const mirrored = () => slack.posts.filter((post) => post.channel === channel)
  /** The first post, when the whole first message is there. */
  const parent = () =>
    vi.waitFor(() => {
      const [first, invitation] = mirrored()
      return (invitation && first) ?? expect.fail('the first message is not there yet')
    }, soon)
  return {
    ...cast,
    slack,
    channel,
    stranger,
    mirrored,
    parent,
    /** What Slack shows in the thread, without its first post and the invitation. */
    thread: () => mirrored().slice(2),
    /** Slack calls us about something that happened in the channel. */
    async happens(event: object, envelope: object = {}) {
      const body = JSON.stringify({
        type: 'event_callback',
        event_id: `Ev${randomUUID()}`,
        team_id: slack.team,
        event: { type: 'message', channel, ts: slack.nextTs(), ...event },
        ...envelope,
      })
      return stranger.post('/api/slack/webhook', body, signed(body))
    },
    async presses(action_id: string, value: string, ts: string, more: object = {}) {
      const payload = {
        type: 'block_actions',
        team: { id: slack.team },
        user: { id: 'U0ADA' },
        channel: { id: channel },
        message: { ts },
        actions: [{ action_id, value, action_ts: slack.nextTs() }],
        ...more,
      }
      const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`
      const headers = { ...signed(body), 'content-type': 'application/x-www-form-urlencoded' }
      return stranger.post('/api/slack/actions', body, headers)
    },
  }
}
