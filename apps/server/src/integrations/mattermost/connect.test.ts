import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../platform/database/of.js'
import { mattermostStory, startMattermostServer } from '../../../test/mattermost/mattermost-story.js'
import { TOKEN } from '../../../test/mattermost/stand-in.js'

let world: Awaited<ReturnType<typeof startMattermostServer>>
beforeAll(async () => {
  world = await startMattermostServer()
})

const channelsPath = (values: Record<string, string>) =>
  `/api/mattermost/channels?${new URLSearchParams(values).toString()}`

test('lists the channels, posts a test, and saves what was chosen', async () => {
  const { ada, mattermost, authorization, channel_id } = await mattermostStory(world)
  const { mattermost_url } = authorization
  const channels = await ada.data('GET', channelsPath({ mattermost_url, access_token: TOKEN }))
  expect(channels[1]).toEqual({
    id: mattermost.channels[1]?.id,
    name: 'support',
    display_name: 'Support',
    team_id: 'team1',
    team_name: 'acme',
    team_display_name: 'Acme',
  })
  await ada.data('POST', '/api/mattermost/test', { authorization: { mattermost_url, access_token: TOKEN, channel_id } })
  expect(mattermost.posts.at(-1)).toMatchObject({ channel_id, message: expect.stringContaining('Papercups can post') })
  expect(await ada.data('GET', `/api/mattermost/authorization?channel_id=${channel_id}`)).toMatchObject({
    object: 'mattermost_authorization',
    mattermost_url: mattermost.url,
    channel: 'support',
    channel_id,
    team_name: 'acme',
    team_id: 'team1',
    access_token: expect.stringMatching(/^•+$/),
    verification_token: expect.stringMatching(/^•+$/),
  })
  expect(await ada.data('GET', '/api/mattermost/authorization?channel_id=another')).toBeNull()
})

test('keeps tokens that are left out, and sends them to no other server', async () => {
  const { ada, id, mattermost, hook_token, connect, authorization, server } = await mattermostStory(world)
  const dots = { access_token: '••••', verification_token: '' }
  await connect({ id, ...dots, channel_name: 'renamed' })
  const stored = await ada.data('GET', '/api/mattermost/authorization')
  expect(stored).toMatchObject({ id, channel: 'renamed' })
  expect(JSON.stringify(stored)).not.toContain(TOKEN)
  expect(JSON.stringify(stored)).not.toContain(hook_token)
  const { rows } = await databaseOf(server.platform).pool.query(
    'select row_to_json(s)::text as row from connected_services s where account_id = $1',
    [ada.account_id],
  )
  expect(rows[0].row).not.toContain(TOKEN)

  const { mattermost_url } = authorization
  const channels = await ada.data('GET', channelsPath({ authorization_id: id, mattermost_url }))
  expect(channels).toHaveLength(mattermost.channels.length)
  const elsewhere = 'http://127.0.0.1:2'
  const listed = await ada.get(channelsPath({ authorization_id: id, mattermost_url: elsewhere }))
  expect(listed.body.error.errors).toEqual({ access_token: ["can't be blank"] })
  const moved = { authorization: { id, ...dots, mattermost_url: elsewhere } }
  expect((await ada.post('/api/mattermost/auth', moved)).status).toBe(422)
})

test('explains wrong tokens, wrong URLs and servers that are something else', async () => {
  const { ada, mattermost, authorization } = await mattermostStory(world)
  const { mattermost_url } = authorization
  const wrong = await ada.get(channelsPath({ mattermost_url, access_token: 'wrong' }))
  expect([wrong.status, wrong.body.error.message]).toEqual([401, 'Invalid or expired session.'])
  mattermost.fail('GET users/me/teams', { status: 200, html: '<html>' })
  const page = await ada.get(channelsPath({ mattermost_url, access_token: TOKEN }))
  expect([page.status, page.body.error.message]).toEqual([
    422,
    'No usable answer from Mattermost: unreadable (status 200)',
  ])
  for (const url of ['ftp://mm.test', 'mm.test', 'http://a:b@mm.test', 'http://10.0.0.1', 'http://[::1]:8065', '']) {
    const saved = await ada.post('/api/mattermost/auth', { authorization: { ...authorization, mattermost_url: url } })
    expect([url, saved.status]).toEqual([url, 422])
    const listed = await ada.get(channelsPath({ mattermost_url: url, access_token: TOKEN }))
    expect([url, listed.status]).toEqual([url, 422])
  }
  const blank = await ada.post('/api/mattermost/auth', { authorization: { ...authorization, access_token: '' } })
  expect(blank.body.error.errors).toEqual({ access_token: ["can't be blank"] })
})

test('members and other accounts cannot connect, change or disconnect', async () => {
  const { ada, ben, grace, id, authorization } = await mattermostStory(world)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  const { mattermost_url, channel_id } = authorization
  for (const [agent, status] of [
    [ben, 403],
    [grace, 404],
  ] as const) {
    const stolen = { authorization: { authorization_id: id, mattermost_url, channel_id } }
    expect((await agent.post('/api/mattermost/test', stolen)).status).toBe(status)
    expect((await agent.get(channelsPath({ authorization_id: id, mattermost_url }))).status).toBe(status)
    for (const changes of [{ id }, { inbox_id: inbox.id }]) {
      const body = { authorization: { ...authorization, ...changes } }
      expect((await agent.post('/api/mattermost/auth', body)).status).toBe(status)
    }
    expect((await agent.delete(`/api/mattermost/authorizations/${id}`)).status).toBe(status)
  }
  expect((await ben.data('GET', '/api/mattermost/authorization')).id).toBe(id)
  expect(await grace.data('GET', '/api/mattermost/authorization')).toBeNull()
  expect((await ada.delete(`/api/mattermost/authorizations/${id}`)).status).toBe(204)
  expect(await ada.data('GET', '/api/mattermost/authorization')).toBeNull()
})
