import { beforeAll, expect, test, vi } from 'vitest'
import { databaseOf } from '../../platform/database/of.js'
import { expectErrors } from '../../../test/logged-errors.js'
import { slackStory, soon, startSlackServer } from '../../../test/slack/slack-story.js'
import { signed } from '../../../test/slack/stand-in.js'

let world: Awaited<ReturnType<typeof startSlackServer>>
beforeAll(async () => {
  world = await startSlackServer()
})

test('an answer in the thread reaches the customer as the agent with the same email', async () => {
  const { carla, ada, ben, parent, happens, heard, slack, mirrored } = await slackStory(world)
  slack.users.set('U0BEN', { id: 'U0BEN', profile: { email: ben.email.toUpperCase() } })
  slack.users.set('U0WHO', { id: 'U0WHO', profile: {} })
  await carla.says('Hello')
  const { ts: thread_ts } = await parent()

  await happens({ user: 'U0BEN', text: 'Try <https://acme.test|this> &amp; *that*', thread_ts })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Try [this](https://acme.test) & **that**'), soon)
  await happens({ user: 'U0WHO', text: 'Anything else?', thread_ts })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Anything else?'), soon)
  const messages = ada.heard.filter(({ source }) => source === 'slack')
  expect(messages.map(({ user_id }) => user_id)).toEqual([ben.id, ben.id])

  await happens({ user: 'U0BEN', text: ';; careful', thread_ts })
  await vi.waitFor(() => expect(ada.heard.at(-1)).toMatchObject({ body: 'careful', private: true }), soon)
  expect(heard.byCustomer).not.toContain('careful')
  // Nothing that came from the channel goes back to it.
  await ada.answers('Bye')
  await vi.waitFor(() => expect(mirrored().at(-1)?.text).toBe('Bye'), soon)
  expect(mirrored().map(({ text }) => text)).not.toContain('Anything else?')
})

test('takes each event once, and refuses forged and old calls', async () => {
  const { carla, parent, happens, heard, stranger, slack } = await slackStory(world)
  await carla.says('Hello')
  const { ts: thread_ts } = await parent()
  const post = { user: 'U0WHO', text: 'Once', thread_ts, ts: slack.nextTs() }
  for (let times = 0; times < 3; times += 1) await happens(post, { event_id: 'Ev1' })
  // The same post under another event id.
  await happens(post, { event_id: 'Ev2' })
  await happens({ user: 'U0WHO', text: 'Twice', thread_ts })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Twice'), soon)
  expect(heard.byCustomer.filter((body) => body === 'Once')).toHaveLength(1)

  const body = JSON.stringify({ type: 'event_callback', event_id: 'Ev3', event: post })
  const forged = await stranger.post('/api/slack/webhook', body, signed(body, { secret: 'another' }))
  const late = await stranger.post('/api/slack/webhook', body, signed(body, { at: Date.now() - 301_000 }))
  const unsigned = await stranger.post('/api/slack/webhook', body)
  expect([forged.status, late.status, unsigned.status]).toEqual([401, 401, 401])

  const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc' })
  expect((await stranger.post('/api/slack/webhook', challenge, signed(challenge))).body).toBe('abc')
})

test('closes and reopens a conversation by its button only', async () => {
  const { carla, ada, grace, parent, presses } = await slackStory(world)
  await carla.says('Hello')
  const { ts } = await parent()
  const status = async () => (await ada.data('GET', `/api/conversations/${carla.conversation_id}`)).status

  await presses('close_conversation', carla.conversation_id, ts)
  await vi.waitFor(async () => expect(await status()).toBe('closed'), soon)
  await presses('open_conversation', carla.conversation_id, ts)
  await vi.waitFor(async () => expect(await status()).toBe('open'), soon)

  const other = await grace.data('POST', '/api/customers', { customer: { account_id: grace.account_id, name: 'Gus' } })
  const conversation = { account_id: grace.account_id, customer_id: other.id }
  const { id } = await grace.data('POST', '/api/conversations', { conversation })
  await presses('close_conversation', id, ts)
  await presses('assign_conversation', carla.conversation_id, ts)
  await presses('close_conversation', carla.conversation_id, ts)
  await vi.waitFor(async () => expect(await status()).toBe('closed'), soon)
  expect((await grace.data('GET', `/api/conversations/${id}`)).status).toBe('open')
})

test('follows edits both ways, deletions in Slack, files and long messages', async () => {
  const { carla, ada, ben, parent, thread, happens, heard, slack, hearOut } = await slackStory(world)
  slack.users.set('U0BEN', { id: 'U0BEN', profile: { email: ben.email } })
  await carla.says('Hello')
  const { ts: thread_ts } = await parent()
  const { id } = await ada.answers('Frist')
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['Frist']), soon)
  await ada.data('PUT', `/api/messages/${id}`, { message: { body: 'First' } })
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['First']), soon)

  slack.files.set('/files/1', { bytes: Buffer.from('notes of ben'), type: 'text/plain' })
  slack.files.set('/files/2', { bytes: Buffer.from('<html>Sign in</html>'), type: 'text/html' })
  const files = [
    { name: 'notes.txt', size: 12, url_private_download: `${slack.url}/files/1` },
    { name: 'locked.pdf', size: 12, url_private_download: `${slack.url}/files/2` },
    { name: 'huge.bin', size: 1_000_000_000, url_private_download: `${slack.url}/files/1` },
    { name: 'elsewhere.txt', size: 1, url_private_download: 'https://evil.test/files/1' },
  ]
  const post = { user: 'U0BEN', text: 'See tihs', thread_ts, ts: slack.nextTs(), subtype: 'file_share', files }
  await happens(post)
  const taken = await vi.waitFor(
    () => (carla.heard.at(-1)?.source === 'slack' ? carla.heard.at(-1) : expect.fail()),
    soon,
  )
  expect(taken?.attachments?.map(({ filename }) => filename)).toEqual(['notes.txt'])
  expect(taken?.body).toBe(
    'See tihs\n(The file locked.pdf stayed in Slack.)\n(The file huge.bin stayed in Slack.)\n(The file elsewhere.txt stayed in Slack.)',
  )
  const read = async () => (await ada.data('GET', `/api/conversations/${carla.conversation_id}`)).messages.at(-1).body
  await happens({ subtype: 'message_changed', message: { ...post, text: 'See this' } })
  await vi.waitFor(async () => expect(await read()).toBe('See this'), soon)
  await happens({ subtype: 'message_deleted', deleted_ts: post.ts, previous_message: { ...post } })
  await vi.waitFor(async () => expect(await read()).toBe('First'), soon)

  const before = thread().length
  await ada.answers('long '.repeat(1_500).trim())
  await vi.waitFor(() => expect(thread().length - before).toBe(3), soon)
  await hearOut()
  expect(heard.byStrangers).toEqual([])
})

test('a reply waits while Slack is down, and loses only the file that cannot be read', async () => {
  expectErrors(/users.info|503|unavailable/)
  const { carla, ben, parent, happens, slack, server } = await slackStory(world)
  slack.users.set('U0BEN', { id: 'U0BEN', profile: { email: ben.email } })
  await carla.says('Hello')
  const { ts: thread_ts } = await parent()
  const down = Array.from({ length: 7 }, () => ({ status: 503 }))
  slack.fail('users.info', ...down)
  slack.fail('/files/9', ...down)
  const files = [{ name: 'plan.pdf', size: 12, url_private_download: `${slack.url}/files/9` }]
  await happens({ user: 'U0BEN', text: 'Here it is', thread_ts, subtype: 'file_share', files })
  const { pool } = databaseOf(server.platform)
  await vi.waitFor(async () => {
    await pool.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null')
    expect(carla.heard.at(-1)?.body).toBe('Here it is\n(The file plan.pdf stayed in Slack.)')
  }, soon)
  expect(slack.callsOf('users.info').length).toBe(8)
})

test('after a downgrade a reply is not taken, and the thread says so', async () => {
  const world = await startSlackServer({ BILLING_ENABLED: 'true' })
  const { db } = databaseOf(world.server.platform)
  const setPlan = async (account_id: string, subscription_plan: 'starter' | 'lite') => {
    await db.updateTable('accounts').set({ subscription_plan }).where('id', '=', account_id).execute()
  }
  const { acme, carla, ben, parent, thread, happens, slack } = await slackStory(world, (id) => setPlan(id, 'lite'))
  slack.users.set('U0BEN', { id: 'U0BEN', profile: { email: ben.email } })
  await carla.says('Hello')
  const { ts: thread_ts } = await parent()
  await setPlan(acme.id, 'starter')
  await happens({ user: 'U0BEN', text: 'Hi Carla', thread_ts })
  const said = expect.stringContaining('This reply did not reach the customer')
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual([said]), soon)
  expect(carla.heard.map(({ body }) => body)).toEqual(['Hello'])
  await setPlan(acme.id, 'lite')
  await happens({ user: 'U0BEN', text: 'Hi again', thread_ts })
  await vi.waitFor(() => expect(carla.heard.map(({ body }) => body)).toEqual(['Hello', 'Hi again']), soon)
})
