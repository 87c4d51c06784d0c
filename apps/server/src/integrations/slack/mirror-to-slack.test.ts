import type { ServiceDelivery } from '@papercups/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { jobsDone, mailsTo } from '../../../test/mail.js'
import { connectSlack, slackStory, soon, startSlackServer } from '../../../test/slack/slack-story.js'
import type { Agent } from '../../../test/story.js'

let world: Awaited<ReturnType<typeof startSlackServer>>
beforeAll(async () => {
  world = await startSlackServer()
})

test('mirrors a conversation as a thread, in order', async () => {
  const { carla, ada, parent, thread, mirrored } = await slackStory(world)
  await carla.says('Hello, **is it** open?')
  await ada.answers('Yes, see [the page](https://acme.test/hours)')
  await ada.remarks('She is a reporter')
  await vi.waitFor(() => expect(thread()).toHaveLength(2), soon)

  const first = await parent()
  expect(first.text).toContain('*:wave: Carla (carla@example.com)*: Hello, *is it* open?')
  expect(first.thread_ts).toBeUndefined()
  expect(mirrored()[1]?.text).toBe('Reply in this thread to write to the customer.')
  expect(thread().map(({ text }) => text)).toEqual([
    'Yes, see <https://acme.test/hours|the page>',
    '\\\\ _She is a reporter_',
  ])
  expect(thread().every(({ thread_ts }) => thread_ts === first.ts)).toBe(true)
  expect(thread()[0]?.username).toBe(ada.email)
})

test('shows the state of the conversation at the first post', async () => {
  const { carla, ada, parent } = await slackStory(world)
  await carla.says('Hello')
  const first = await parent()
  const shown = () => JSON.stringify(first.blocks)
  expect(shown()).toContain(':wave: Unhandled')
  expect(shown()).toContain('Mark as resolved')

  await ada.answers('Hi')
  await vi.waitFor(() => expect(shown()).toContain(':speech_balloon: In progress'), soon)
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })
  await vi.waitFor(() => expect(shown()).toContain(':white_check_mark: Closed'), soon)
  expect(shown()).toContain('Reopen conversation')
})

test('deletes the posts of deleted messages, and keeps the first of the thread', async () => {
  const { carla, ada, parent, thread, mirrored } = await slackStory(world)
  await carla.says('Hello')
  const first = await parent()
  const { id } = await ada.answers('Oops')
  await ada.answers('Stays')
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['Oops', 'Stays']), soon)
  await ada.delete(`/api/messages/${id}`)
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['Stays']), soon)
  await ada.delete(`/api/messages/${carla.heard[0]?.id}`)
  await vi.waitFor(() => expect(first.text).toBe('_This message was deleted._'), soon)
  await ada.answers('Bye')
  await vi.waitFor(() => expect(mirrored().at(-1)).toMatchObject({ text: 'Bye', thread_ts: first.ts }), soon)
})

test('shows why a message is not in Slack, and sends it again', async () => {
  const { carla, ada, grace, slack, thread, parent, hearOut } = await slackStory(world)
  const states: string[] = []
  const others: ServiceDelivery[] = []
  const listen = async (agent: Agent, hear: (delivery: ServiceDelivery) => void) =>
    (await agent.join(`notification:${agent.account_id}`)).on('service_delivery:changed', hear)
  await listen(ada, ({ status, failure }) => states.push(`${status} ${failure}`))
  await listen(grace, (delivery) => others.push(delivery))
  await carla.says('Hello')
  await parent()
  slack.fail('chat.postMessage', { error: 'channel_not_found' })
  const { id } = await ada.answers('Lost?')
  await ada.answers('Not lost')
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['Not lost']), soon)
  await vi.waitFor(() => expect(states).toEqual(['failed channel_not_found']), soon)

  const path = `/api/conversations/${carla.conversation_id}/service_deliveries?after=0`
  const read = async () => (await ada.data('GET', path)) as ServiceDelivery[]
  await vi.waitFor(
    async () =>
      expect((await read()).map(({ status, failure }) => [status, failure])).toEqual([
        ['sent', null],
        ['failed', 'channel_not_found'],
        ['sent', null],
      ]),
    soon,
  )
  const failed = (await read())[1]
  expect(failed).toMatchObject({ service: 'slack', message_id: id })
  const retry = `/api/service_deliveries/${failed?.id}/retry`
  expect((await grace.get(path)).status).toBe(404)
  expect((await grace.post(retry)).status).toBe(404)

  await ada.data('POST', retry)
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['Not lost', 'Lost?']), soon)
  await vi.waitFor(
    () => expect(states).toEqual(['failed channel_not_found', 'waiting channel_not_found', 'sent null']),
    soon,
  )
  await hearOut()
  expect(others).toEqual([])
})

test('posts nothing twice when an answer of Slack got lost', async () => {
  const { carla, ada, slack, mirrored } = await slackStory(world)
  slack.page_size = 1
  slack.fail('chat.postMessage', 'hang up after storing')
  await carla.says('Hello')
  await ada.answers('One')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(3), soon)
  slack.fail('chat.postMessage', { status: 200, body: '<html>' }, 'hang up after storing')
  await ada.answers('Two')
  await ada.answers('Three')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(5), soon)
  expect(mirrored().map(({ text }) => text.slice(0, 50))).toEqual([
    expect.stringContaining('Hello'),
    'Reply in this thread to write to the customer.',
    'One',
    'Two',
    'Three',
  ])
})

test('waits as long as Slack says, and keeps the order', async () => {
  const { carla, ada, slack, thread, parent } = await slackStory(world)
  await carla.says('Hello')
  await parent()
  slack.fail('chat.postMessage', { status: 429, headers: { 'retry-after': '2' } })
  const before = Date.now()
  await ada.answers('One')
  await ada.answers('Two')
  await vi.waitFor(() => expect(thread().map(({ text }) => text)).toEqual(['One', 'Two']), soon)
  expect(Date.now() - before).toBeGreaterThan(1_900)
  const [connection] = await ada.data('GET', '/api/connected_services')
  expect(connection).toMatchObject({ service: 'slack', state: 'working', failure: null })
})

test('after a pause in the middle of a message only its rest is sent', async () => {
  const { carla, ada, slack, mirrored } = await slackStory(world)
  slack.fail('chat.postMessage', 'works', { status: 429, headers: { 'retry-after': '1' } })
  await carla.says('Hello')
  await ada.answers('One')
  await vi.waitFor(() => expect(mirrored().at(-1)?.text).toBe('One'), soon)
  expect(mirrored().map(({ text }) => text.slice(0, 50))).toEqual([
    expect.stringContaining('Hello'),
    'Reply in this thread to write to the customer.',
    'One',
  ])
})

test('after a revoked token the admins get one mail, and everything is sent after reconnecting', async () => {
  const { carla, ada, slack, server, mirrored, parent, channel } = await slackStory(world)
  await carla.says('Hello')
  await parent()
  await vi.waitFor(() => expect(mirrored()).toHaveLength(2), soon)
  const team = await ada.join(`notification:${ada.account_id}`)
  const states = new Map<string, string>()
  team.on('service_delivery:changed', ({ message_id, status, failure }) =>
    states.set(message_id, `${status} ${failure ?? ''}`),
  )
  slack.setRevoked(true)
  await ada.answers('One')
  await ada.answers('Two')
  await vi.waitFor(async () => {
    const [connection] = await ada.data('GET', '/api/connected_services')
    expect(connection).toMatchObject({ state: 'revoked', failure: 'token_revoked' })
  }, soon)
  const { conversation_id } = await ada.answers('Three')
  const refused = Array.from({ length: 3 }, () => 'waiting token_revoked')
  await vi.waitFor(() => expect([...states.values()]).toEqual(refused), soon)
  const deliveries = await ada.data('GET', `/api/conversations/${conversation_id}/service_deliveries?after=1`)
  expect(deliveries.map((one: { status: string; failure: string }) => `${one.status} ${one.failure}`)).toEqual(refused)

  await jobsDone(server)
  const mails = (await mailsTo(server, ada.email)).filter(({ subject }) => subject.includes('Slack'))
  expect(mails).toHaveLength(1)
  expect(mirrored()).toHaveLength(2)

  slack.setRevoked(false)
  slack.channel = channel
  expect((await connectSlack(ada)).status).toBe(200)
  await vi.waitFor(
    () =>
      expect(
        mirrored()
          .slice(2)
          .map(({ text }) => text),
      ).toEqual(['One', 'Two', 'Three']),
    soon,
  )
  await vi.waitFor(() => expect([...states.values()]).toEqual(['sent ', 'sent ', 'sent ']), soon)
  expect((await ada.data('GET', '/api/connected_services'))[0].state).toBe('working')
})
