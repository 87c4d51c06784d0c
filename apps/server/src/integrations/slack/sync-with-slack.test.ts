import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { connectSlack, slackStory, soon, startSlackServer } from '../../../test/slack/slack-story.js'

let world: Awaited<ReturnType<typeof startSlackServer>>
beforeAll(async () => {
  world = await startSlackServer()
})

/** A company that also takes messages of customers in a shared channel. Dana is a customer there, Ada and Ben are agents. */
async function supportStory() {
  const cast = await slackStory(world)
  const { slack, ada, ben, happens } = cast
  const shared = `C${randomUUID().slice(0, 8)}`
  slack.channel = shared
  expect((await connectSlack(ada, { type: 'support' })).status).toBe(200)
  const email = `dana-${randomUUID()}@shop.test`
  const [dana, agent, bot] = [`U${randomUUID().slice(0, 8)}`, `U${randomUUID().slice(0, 8)}`, 'U0BOT']
  slack.users.set(dana, { id: dana, tz: 'Europe/Lisbon', profile: { email, real_name: 'Dana' } })
  slack.users.set(agent, { id: agent, profile: { email: ben.email } })
  const conversations = async () => {
    const list = await ada.data('GET', '/api/conversations')
    return list.filter((one: { source: string }) => one.source === 'slack')
  }
  return {
    ...cast,
    shared,
    email,
    dana,
    agent,
    bot,
    conversations,
    /** Something happens in the shared channel. */
    shares: (event: object) => happens({ channel: shared, ...event }),
    oneConversation: () =>
      vi.waitFor(async () => {
        const [one] = await conversations()
        return one ?? expect.fail('no conversation yet')
      }, soon),
    inShared: () => slack.posts.filter((post) => post.channel === shared),
  }
}

test('a message of a customer opens a conversation, and answers go back into its thread', async () => {
  const { ada, ben, dana, agent, email, slack, shares, oneConversation, inShared, mirrored, heard } =
    await supportStory()
  const ts = slack.nextTs()
  await shares({ user: dana, text: 'Is it *down*?', ts })
  const conversation = await oneConversation()
  expect(conversation.customer).toMatchObject({ email, name: 'Dana', time_zone: 'Europe/Lisbon' })
  expect(conversation.messages[0]).toMatchObject({ body: 'Is it **down**?', source: 'slack' })

  await ada.replies(conversation.id, 'We are looking')
  await vi.waitFor(() => expect(inShared().map(({ text }) => text)).toEqual(['We are looking']), soon)
  expect(inShared()[0]).toMatchObject({ thread_ts: ts, username: ada.email })
  await ada.notes(conversation.id, 'Secret')

  await shares({ user: dana, text: 'Thanks', thread_ts: ts })
  await shares({ user: agent, text: 'Fixed', thread_ts: ts })
  await vi.waitFor(() => expect(heard.byTeam).toContain('Fixed'), soon)
  const written = ada.heard.filter(({ conversation_id }) => conversation_id === conversation.id)
  expect(written.map(({ body, user_id }) => [body, user_id])).toEqual([
    ['Is it **down**?', null],
    ['We are looking', ada.id],
    ['Secret', ada.id],
    ['Thanks', null],
    ['Fixed', ben.id],
  ])
  // The team's channel has everything, the shared channel never has a note, and nothing is sent back.
  await vi.waitFor(() => expect(mirrored().map(({ text }) => text)).toContain('Fixed'), soon)
  expect(inShared().map(({ text }) => text)).toEqual(['We are looking'])
})

test('messages of the team, of bots and in other channels open nothing', async () => {
  const { dana, agent, slack, shares, happens, conversations, oneConversation } = await supportStory()
  await shares({ user: agent, text: 'By an agent' })
  await shares({ user: dana, bot_id: 'B1', text: 'By a bot' })
  await shares({ user: 'U0NOBODY', text: 'Without an email' })
  await happens({ user: dana, channel: 'C0ELSE', text: 'Elsewhere' })
  await happens({ user: dana, text: 'At the top of the reply channel' })
  await shares({ user: dana, text: 'Hello', ts: slack.nextTs() })
  await oneConversation()
  expect(await conversations()).toHaveLength(1)
})

test('with the setting off, only messages that are tagged with the emoji open a conversation', async () => {
  const { ada, dana, slack, shared, shares, oneConversation, conversations } = await supportStory()
  const { id } = await ada.data('GET', '/api/slack/authorization?type=support')
  const settings = { sync_all_incoming_threads: false, sync_by_emoji_tagging: true }
  const saved = await ada.data('POST', `/api/slack/authorizations/${id}/settings`, { settings })
  expect(saved.settings).toMatchObject(settings)
  await shares({ user: dana, text: 'Not taken' })
  const ts = slack.nextTs()
  slack.posts.push({ channel: shared, ts, text: 'Tagged', user: dana } as never)
  const tag = (reaction: string) =>
    shares({ type: 'reaction_added', user: dana, reaction, item: { type: 'message', channel: shared, ts } })
  await tag('heart')
  await tag('eyes')
  await tag('eyes')
  expect((await oneConversation()).messages[0].body).toBe('Tagged')
  expect(await conversations()).toHaveLength(1)
})

test('a whole thread is taken when the team began it and a known customer answered', async () => {
  const { ada, dana, agent, email, slack, shared, shares, oneConversation } = await supportStory()
  await ada.data('POST', '/api/customers', { customer: { account_id: ada.account_id, email, name: 'Dana' } })
  const ts = slack.nextTs()
  const later = slack.nextTs()
  slack.posts.push({ channel: shared, ts, text: 'News for you', user: agent } as never)
  slack.posts.push({ channel: shared, ts: later, thread_ts: ts, text: 'Great', user: dana } as never)
  await shares({ user: dana, text: 'Great', thread_ts: ts, ts: later })
  const { id } = await oneConversation()
  const { messages } = await ada.data('GET', `/api/conversations/${id}`)
  expect(messages.map(({ body }: { body: string }) => body)).toEqual(['News for you', 'Great'])
})

test('adding the app to a channel makes a company, whose channel is taken too', async () => {
  const { ada, dana, bot, slack, shares, oneConversation } = await supportStory()
  const channel = `C${randomUUID().slice(0, 8)}`
  slack.channels.set(channel, { id: channel, name: 'shop-acme', purpose: { value: 'Shop' }, topic: { value: '' } })
  await shares({ channel, subtype: 'channel_join', user: bot, inviter: dana, text: 'joined' })
  await vi.waitFor(async () => {
    const companies = await ada.data('GET', '/api/companies')
    expect(companies).toContainEqual(
      expect.objectContaining({ name: 'shop-acme', description: 'Shop', slack_channel_id: channel }),
    )
  }, soon)
  await shares({ channel, user: dana, text: 'From the company channel' })
  expect((await oneConversation()).messages[0].body).toBe('From the company channel')
})

test('tells where a conversation is in Slack', async () => {
  const { ada, grace, carla, channel, parent } = await slackStory(world)
  await carla.says('Hello')
  const { ts } = await parent()
  const path = `/api/slack_conversation_threads?conversation_id=${carla.conversation_id}`
  await vi.waitFor(async () => {
    expect(await ada.data('GET', path)).toMatchObject([
      { slack_channel: channel, slack_thread_ts: ts, permalink: expect.stringContaining(channel) },
    ])
  }, soon)
  expect((await grace.get(path)).status).toBe(404)
  expect((await ada.get('/api/slack_conversation_threads')).status).toBe(400)
})

test('disconnecting gives the token back once no connection uses the workspace', async () => {
  // A workspace of their own: other stories use the common one.
  const common = world.slack.team
  world.slack.team = `T${randomUUID().slice(0, 8)}`
  const { ada, slack } = await supportStory()
  const revoked: number[] = []
  for (const type of ['reply', 'support']) {
    const { id } = await ada.data('GET', `/api/slack/authorization?type=${type}`)
    expect((await ada.delete(`/api/slack/authorizations/${id}`)).status).toBe(204)
    revoked.push(slack.callsOf('auth.revoke').length)
  }
  expect(revoked).toEqual([0, 1])
  expect(await ada.data('GET', '/api/connected_services')).toEqual([])
  slack.team = common
})
