import { expect, onTestFinished, vi } from 'vitest'
import { Client } from '../client.js'
import { startTestServer, type TestServer } from '../server.js'
import { story } from '../story.js'
import { newId, startMattermost, TOKEN, type MattermostPosted, type MattermostStandIn } from './stand-in.js'

export const soon = { timeout: 30_000, interval: 50 }

/** One Mattermost and one server for a test file: each story has a channel of its own. */
export async function startMattermostServer() {
  return { mattermost: await startMattermost(), server: await startTestServer() }
}

/** A company whose primary inbox is mirrored to a channel of its own. */
export async function mattermostStory({ mattermost, server }: { mattermost: MattermostStandIn; server: TestServer }) {
  const cast = await story(server)
  const channel_id = newId()
  const hook_token = newId()
  const authorization = {
    mattermost_url: `${mattermost.url}/`,
    access_token: TOKEN,
    verification_token: hook_token,
    channel_id,
    channel_name: 'support',
    team_id: 'team1',
    team_domain: 'acme',
  }
  const connect = (changes: object = {}) =>
    cast.ada.data('POST', '/api/mattermost/auth', { authorization: { ...authorization, ...changes } })
  const { id } = await connect()
  onTestFinished(() => mattermost.setToken(TOKEN))
  const stranger = new Client(server.url)
  const mirrored = () => mattermost.posts.filter((post) => post.channel_id === channel_id && post.user_id === 'bot')
  const calls = (post: Pick<MattermostPosted, 'id'>, changes: object = {}) =>
    stranger.post('/api/mattermost/webhook', {
      token: hook_token,
      team_id: 'team1',
      team_domain: 'acme',
      channel_id,
      channel_name: 'support',
      timestamp: Date.now(),
      user_id: 'u1',
      user_name: 'ben',
      post_id: post.id,
      text: 'not what counts',
      trigger_word: '',
      file_ids: '',
      ...changes,
    })
  return {
    ...cast,
    id,
    mattermost,
    server,
    stranger,
    channel_id,
    hook_token,
    authorization,
    connect,
    mirrored,
    first: () => vi.waitFor(() => mirrored()[0] ?? expect.fail('nothing was posted'), soon),
    /** Mattermost calls us about a post. */
    calls,
    /** Somebody writes in the channel, and Mattermost calls us about it. */
    async writes(post: Partial<MattermostPosted>) {
      const written = mattermost.add({ channel_id, user_id: 'u1', ...post })
      expect((await calls(written)).status).toBe(200)
      return written
    },
  }
}
