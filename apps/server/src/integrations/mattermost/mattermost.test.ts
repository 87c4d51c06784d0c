import { beforeAll, expect, test, vi } from 'vitest'
import { mattermostStory, soon, startMattermostServer } from '../../../test/mattermost/mattermost-story.js'
import { newId } from '../../../test/mattermost/stand-in.js'

let world: Awaited<ReturnType<typeof startMattermostServer>>
beforeAll(async () => {
  world = await startMattermostServer()
})

test('mirrors a conversation as a thread, in order', async () => {
  const { carla, ada, first, mirrored } = await mattermostStory(world)
  await carla.says('Hello @channel ![x](https://evil.test/x.png)')
  await ada.answers('Yes, **we are**')
  await ada.remarks('She is a reporter')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(3), soon)

  const root = await first()
  expect(root.message).toContain(
    '*:wave: Carla (carla@example.com)*: Hello @\u200Bchannel [x](https://evil.test/x.png)',
  )
  expect(root.message).toContain(`/conversations/all/${carla.conversation_id})`)
  expect(root.root_id).toBe('')
  const [, answer, note] = mirrored()
  expect(answer?.message).toMatch(/^\*:woman_technologist: .+\*: Yes, \*\*we are\*\*$/)
  expect(note?.message).toContain('\\\\ _She is a reporter_')
  expect([answer?.root_id, note?.root_id]).toEqual([root.id, root.id])
})

test('shows edits and the state of the conversation', async () => {
  const { carla, ada, first, mirrored } = await mattermostStory(world)
  await carla.says('Hello')
  const root = await first()
  expect(root.message).toContain(':wave: Unhandled')
  const { id } = await ada.answers('Helo')
  await vi.waitFor(() => expect(root.message).toContain(':speech_balloon: In progress'), soon)
  await ada.data('PUT', `/api/messages/${id}`, { message: { body: 'Hello to you' } })
  await vi.waitFor(() => expect(mirrored()[1]?.message).toMatch(/: Hello to you$/), soon)
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })
  await vi.waitFor(() => expect(root.message).toContain(':white_check_mark: Closed'), soon)
  expect(root.message).toContain('*: Hello\n')
})

test('deletes the posts of deleted messages, and keeps the first of the thread', async () => {
  const { carla, ada, first, mirrored } = await mattermostStory(world)
  await carla.says('Hello')
  const root = await first()
  const { id } = await ada.answers('Oops')
  await ada.answers('Stays')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(3), soon)
  await ada.delete(`/api/messages/${id}`)
  await vi.waitFor(
    () => expect(mirrored().map(({ message }) => message.endsWith('Stays'))).toEqual([false, true]),
    soon,
  )
  const [hello] = carla.heard
  await ada.delete(`/api/messages/${hello?.id}`)
  await vi.waitFor(() => expect(root.message).toBe('_This message was deleted._'), soon)
  await ada.answers('Bye')
  await vi.waitFor(() => expect(mirrored().at(-1)).toMatchObject({ root_id: root.id }), soon)
})

test('splits a long message and keeps its parts in the thread', async () => {
  const { carla, ada, first, mirrored } = await mattermostStory(world)
  await carla.says('Hello')
  const root = await first()
  await ada.answers('word '.repeat(4_000).trim())
  await vi.waitFor(() => expect(mirrored()).toHaveLength(3), soon)
  const parts = mirrored().slice(1)
  expect(parts.every(({ message, root_id }) => message.length <= 16_383 && root_id === root.id)).toBe(true)
})

test('an answer in the thread reaches the customer as the agent with the same email', async () => {
  const { carla, ada, ben, first, writes, heard, mattermost, mirrored } = await mattermostStory(world)
  mattermost.users.set('u1', { id: 'u1', email: ben.email.toUpperCase() })
  await carla.says('Hello')
  const { id: root_id } = await first()

  await writes({ root_id, message: 'Try **this**' })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Try **this**'), soon)
  await writes({ root_id, message: 'Anything else?', user_id: 'nobody' })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Anything else?'), soon)
  const answers = ada.heard.filter(({ source }) => source === 'mattermost')
  expect(answers.map(({ user_id }) => user_id)).toEqual([ben.id, ben.id])

  await writes({ root_id, message: ';; careful' })
  await vi.waitFor(() => expect(ada.heard.at(-1)).toMatchObject({ body: 'careful', private: true }), soon)
  expect(heard.byCustomer).not.toContain('careful')
  // Nothing that came from the channel goes back to it.
  await ada.answers('Bye')
  await vi.waitFor(() => expect(mirrored().at(-1)?.message).toMatch(/: Bye$/), soon)
  expect(mirrored()).toHaveLength(2)
})

test('takes files, and names those that stay in Mattermost', async () => {
  const { carla, ada, first, writes, mattermost } = await mattermostStory(world)
  await carla.says('Hello')
  const { id: root_id } = await first()
  const bytes = Buffer.from('Open at nine')
  const [small, huge] = [newId(), newId()]
  mattermost.files.set(small, { name: 'hours.txt', size: bytes.length, bytes })
  mattermost.files.set(huge, { name: 'film.mov', size: 2 ** 30, bytes })
  await writes({ root_id, message: 'Here', file_ids: [small, huge, 'gone'] })
  await vi.waitFor(() => expect(ada.heard.at(-1)?.source).toBe('mattermost'), soon)
  const message = ada.heard.at(-1)
  expect(message?.body).toBe('Here\n(The file film.mov stayed in Mattermost.)\n(The file file stayed in Mattermost.)')
  expect(message?.attachments.map(({ filename }) => filename)).toEqual(['hours.txt'])
})

test('takes each post once, and only with the token of the channel', async () => {
  const { carla, first, writes, calls, heard, mattermost, channel_id, hook_token, stranger } =
    await mattermostStory(world)
  await carla.says('Hello')
  const root = await first()
  const once = await writes({ root_id: root.id, message: 'Once' })
  await calls(once)
  const forged = mattermost.add({ channel_id, user_id: 'u1', root_id: root.id, message: 'Forged' })
  expect((await calls(forged, { token: 'another' })).status).toBe(200)
  expect((await calls(forged, { channel_id: newId() })).status).toBe(200)
  expect((await stranger.post('/api/mattermost/webhook', { post_id: forged.id })).status).toBe(422)
  // Not of a person, and not in a thread.
  await calls(mattermost.add({ channel_id, root_id: root.id, message: 'A bot' }))
  await writes({ root_id: root.id, message: 'A join', type: 'system_join_channel' })
  await writes({ root_id: root.id, message: 'A hook', props: { from_webhook: 'true' } })
  await writes({ root_id: root.id, message: 'Our own', props: root.props })
  await writes({ message: 'Not in a thread' })
  await calls({ id: newId() })
  const last = mattermost.add({ channel_id, user_id: 'u1', root_id: root.id, message: 'As a form' })
  const form = new URLSearchParams({ token: hook_token, channel_id, post_id: last.id, timestamp: 'soon' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await stranger.post('/api/mattermost/webhook', form.toString(), headers)
  await vi.waitFor(() => expect(heard.byCustomer).toContain('As a form'), soon)
  expect(heard.byCustomer).toEqual(['Hello', 'Once', 'As a form'])
})

test('says why a message is not in Mattermost, and sends it again', async () => {
  const { carla, ada, mattermost, mirrored, first } = await mattermostStory(world)
  await carla.says('Hello')
  await first()
  mattermost.fail('POST posts', { status: 403, message: 'You do not have the appropriate permissions.' })
  await ada.answers('Lost?')
  await ada.answers('Not lost')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(2), soon)
  const deliveries = await ada.data('GET', `/api/conversations/${carla.conversation_id}/service_deliveries?after=0`)
  expect(deliveries[1]).toMatchObject({
    service: 'mattermost',
    status: 'failed',
    failure: 'You do not have the appropriate permissions.',
  })
  await ada.data('POST', `/api/service_deliveries/${deliveries[1].id}/retry`)
  await vi.waitFor(() => expect(mirrored().at(-1)?.message).toMatch(/: Lost\?$/), soon)
})

test('posts nothing twice when an answer got lost, and waits when Mattermost says so', async () => {
  const { carla, ada, mattermost, mirrored } = await mattermostStory(world)
  mattermost.fail('POST posts', 'lost answer')
  await carla.says('Hello')
  await ada.answers('One')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(2), soon)
  const limited = { status: 429, headers: { 'x-ratelimit-reset': '1' } }
  mattermost.fail('POST posts', limited)
  await ada.answers('Two')
  await ada.answers('Three')
  await vi.waitFor(() => expect(mirrored()).toHaveLength(4), soon)
  const texts = mirrored().map(({ message }) => /: (\w+)/.exec(message.replace(/^\*.*?\*/, ''))?.[1])
  expect(texts).toEqual(['Hello', 'One', 'Two', 'Three'])
})

test('waits for a new token when the old one is refused', async () => {
  const { carla, ada, mattermost, mirrored, first, connect, id } = await mattermostStory(world)
  await carla.says('Hello')
  await first()
  mattermost.setToken('the-new-token')
  await ada.answers('One')
  await vi.waitFor(async () => {
    const [connection] = await ada.data('GET', '/api/connected_services')
    expect(connection).toMatchObject({
      service: 'mattermost',
      state: 'revoked',
      failure: 'Invalid or expired session.',
    })
  }, soon)
  await connect({ id, access_token: 'the-new-token' })
  await vi.waitFor(() => expect(mirrored().at(-1)?.message).toMatch(/: One$/), soon)
})
