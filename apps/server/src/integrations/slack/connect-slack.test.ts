import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../platform/database/of.js'
import { newScript } from '../../../test/api-keys.js'
import { startTestServer } from '../../../test/server.js'
import { connectSlack, slackStory, startSlackServer } from '../../../test/slack/slack-story.js'
import { SIGNING_SECRET } from '../../../test/slack/stand-in.js'
import { story, type Agent } from '../../../test/story.js'

let world: Awaited<ReturnType<typeof startSlackServer>>
beforeAll(async () => {
  world = await startSlackServer()
})

const oauthPath = (url: string, code = 'abc') =>
  `/api/slack/oauth?code=${code}&state=${encodeURIComponent(new URL(url).searchParams.get('state') ?? '')}`

test('sends the admin to Slack with scopes and a state that starts with type and inbox', async () => {
  const { ada } = await story(world.server)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  const { url } = await ada.data('POST', '/api/slack/oauth', { type: 'support', inbox_id: inbox.id })
  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe(`${world.slack.url}/oauth/v2/authorize`)
  expect(searchParams.get('client_id')).toBe('client-1')
  expect(searchParams.get('redirect_uri')).toMatch(/\/integrations\/slack$/)
  expect(searchParams.get('scope')).toContain('chat:write.customize users:read users:read.email')
  expect(searchParams.get('state')).toMatch(new RegExp(`^support:${inbox.id}:[\\w-]{32}$`))
})

test('a state works once, for the user who started and in their account', async () => {
  const { ada, ben, grace } = await story(world.server)
  await ada.data('PUT', `/api/users/${ben.id}/role`, { role: 'admin' })
  const { url } = await ada.data('POST', '/api/slack/oauth', {})
  expect((await grace.get(oauthPath(url))).status).toBe(400)
  expect((await ben.get(oauthPath(url))).status).toBe(400)
  expect((await ada.get('/api/slack/oauth?code=abc&state=reply::forged')).status).toBe(400)
  expect((await ada.get('/api/slack/oauth?state=reply')).status).toBe(400)
  expect((await ada.get(oauthPath(url))).status).toBe(200)
  expect((await ada.get(oauthPath(url))).status).toBe(400)

  const old = await ada.data('POST', '/api/slack/oauth', {})
  await databaseOf(world.server.platform).pool.query(
    `update oauth_states set expires_at = now() - interval '1 second' where account_id = $1`,
    [ada.account_id],
  )
  expect((await ada.get(oauthPath(old.url))).status).toBe(400)
})

test('the type and the inbox have to be those of the state', async () => {
  const { ada } = await story(world.server)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  world.slack.channel = `C${randomUUID().slice(0, 8)}`
  const start = async () => oauthPath((await ada.data('POST', '/api/slack/oauth', { inbox_id: inbox.id })).url)
  expect((await ada.get(`${await start()}&type=support`)).status).toBe(400)
  expect((await ada.get(`${await start()}&inbox_id=${randomUUID()}`)).status).toBe(400)
  const redirect_url = encodeURIComponent('http://localhost:3000/integrations/slack')
  const rest = `type=reply&inbox_id=${inbox.id}&redirect_url=${redirect_url}`
  expect((await ada.get(`${await start()}&${rest}`)).status).toBe(200)
})

test('gives only the error code of Slack when it refuses', async () => {
  const { ada } = await story(world.server)
  const refused = await connectSlack(ada, {}, 'bad')
  expect(refused.status).toBe(400)
  expect(refused.body.error.message).toBe('OAuth access denied: invalid_code')
})

test('members and other accounts cannot connect, change or disconnect', async () => {
  const { ada, ben, grace } = await slackStory(world)
  const { id } = await ada.data('GET', '/api/slack/authorization')
  const [inbox] = await ada.data('GET', '/api/inboxes')
  const settings = { settings: { sync_all_incoming_threads: false } }
  for (const [agent, status] of [
    [ben, 403],
    [grace, 404],
  ] as const) {
    expect((await agent.delete(`/api/slack/authorizations/${id}`)).status).toBe(status)
    expect((await agent.post(`/api/slack/authorizations/${id}/settings`, settings)).status).toBe(status)
    expect((await agent.post('/api/slack/oauth', { inbox_id: inbox.id })).status).toBe(status)
  }
  expect((await ben.get('/api/slack/oauth?code=a&state=b')).status).toBe(403)
  expect((await ben.data('GET', '/api/slack/authorization')).id).toBe(id)
  expect(await grace.data('GET', '/api/slack/authorization')).toBeNull()
  expect((await ada.delete(`/api/slack/authorizations/${id}`)).status).toBe(204)
  expect(await ada.data('GET', '/api/slack/authorization')).toBeNull()
})

test('lists the connections by type and inbox, saves their settings, and lists the channels of the workspace', async () => {
  const { ada, ben, grace, slack, channel } = await slackStory(world)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  slack.channel = `C${randomUUID().slice(0, 8)}`
  expect((await connectSlack(ada, { type: 'support', inbox_id: inbox.id })).status).toBe(200)
  const list = (agent: Agent, query: string) => agent.data('GET', `/api/slack/authorizations?${query}`)
  expect(await list(ada, 'type=reply')).toMatchObject([{ channel_id: channel, inbox_id: null }])
  const [support] = await list(ben, `type=support&inbox_id=${inbox.id}`)
  expect(support).toMatchObject({
    id: expect.any(String),
    channel_id: slack.channel,
    team_name: expect.any(String),
    configuration_url: expect.any(String),
    created_at: expect.any(String),
    updated_at: expect.any(String),
    settings: { sync_all_incoming_threads: true, sync_by_emoji_tagging: true },
  })
  expect(await ada.data('GET', `/api/slack/authorization?type=support&inbox_id=${inbox.id}`)).toEqual(support)
  expect(await list(ada, `type=support&inbox_id=${randomUUID()}`)).toEqual([])
  expect(await list(grace, 'type=support')).toEqual([])

  const settings = { sync_all_incoming_threads: false, sync_by_emoji_tagging: true }
  await ada.data('POST', `/api/slack/authorizations/${support.id}/settings`, { settings })
  expect((await list(ada, 'type=support'))[0].settings).toMatchObject(settings)

  slack.channels.set(channel, { id: channel, name: 'help' })
  const path = `/api/slack/channels?authorization_id=${support.id}`
  expect(await ada.data('GET', path)).toContainEqual({ id: channel, name: 'help' })
  expect([(await ben.get(path)).status, (await grace.get(path)).status]).toEqual([403, 404])
})

test('stores the token sealed and never returns it', async () => {
  const { ada, server } = await slackStory(world)
  const answer = JSON.stringify([
    await ada.data('GET', '/api/slack/authorization'),
    await ada.data('GET', '/api/connected_services'),
  ])
  expect(answer).not.toContain('xoxb')
  const { rows } = await databaseOf(server.platform).pool.query(
    'select row_to_json(s)::text as row from connected_services s where account_id = $1',
    [ada.account_id],
  )
  expect(rows[0].row).toContain('secrets_encrypted')
  expect(rows[0].row).not.toContain('xoxb')
})

test('refuses a channel that another account mirrors, or that the account uses in the other way', async () => {
  const { ada, grace } = await slackStory(world)
  expect((await connectSlack(grace)).body.error.message).toContain('already connected')
  expect((await connectSlack(ada, { type: 'support' })).status).toBe(400)
  expect((await connectSlack(ada)).status).toBe(200)
})

test('posts a text to the channel, or to a named one, and answers with null if it cannot', async () => {
  const { ada, ben, grace, slack, mirrored, channel } = await slackStory(world)
  const { script } = await newScript(ada)
  const posted = await ben.data('POST', '/api/slack/notify', { text: 'Lunch!' })
  expect(posted).toMatchObject({ ok: true, channel, message: { text: 'Lunch!' } })
  await script.data('POST', '/api/v1/slack/notify', { text: 'Deployed.', channel: '#ops' })
  expect(mirrored().map(({ text }) => text)).toEqual(['Lunch!'])
  expect(slack.posts.at(-1)).toMatchObject({ channel: '#ops', text: 'Deployed.' })

  expect(await ada.data('POST', '/api/slack/notify', { text: 'Hi', type: 'support' })).toBeNull()
  expect(await grace.data('POST', '/api/slack/notify', { text: 'Hi' })).toBeNull()
  // A call that posted nothing may be repeated with its key.
  slack.fail('chat.postMessage', { status: 503 })
  const keyed = async () =>
    (await script.post('/api/v1/slack/notify', { text: 'Down?' }, { 'idempotency-key': 'one' })).body.data
  expect(await keyed()).toBeNull()
  expect(await keyed()).toMatchObject({ ok: true })
  slack.setRevoked(true)
  expect(await ada.data('POST', '/api/slack/notify', { text: 'Hi' })).toBeNull()
  for (const body of [{}, { text: ' ' }, { text: 'Hi', type: 'other' }, { text: 'x'.repeat(10_001) }])
    expect((await ada.post('/api/slack/notify', body)).status).toBe(422)
})

test('says what an operator has to set', async () => {
  const server = await startTestServer()
  const { ada } = await story(server)
  const names = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_SIGNING_SECRET']
  expect(await ada.data('GET', '/api/slack/setup')).toEqual({ missing: names })
  expect((await ada.post('/api/slack/oauth', {})).body.error.message).toContain(names.join(', '))
})

test('with billing, the starter plan cannot connect', async () => {
  const { slack } = world
  const env = { SLACK_CLIENT_ID: 'a', SLACK_CLIENT_SECRET: 'b', SLACK_SIGNING_SECRET: SIGNING_SECRET }
  const server = await startTestServer({ env: { ...env, SLACK_URL: slack.url, BILLING_ENABLED: 'true' } })
  const { ada } = await story(server)
  expect((await ada.post('/api/slack/oauth', {})).status).toBe(403)
})
