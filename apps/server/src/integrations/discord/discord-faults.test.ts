import { beforeAll, expect, test, vi } from 'vitest'
import { discordStory, soon, startDiscordServer } from '../../../test/discord/discord-story.js'

let world: Awaited<ReturnType<typeof startDiscordServer>>
beforeAll(async () => {
  world = await startDiscordServer()
})

test('says why a message is not in Discord, and sends it again', async () => {
  const { carla, ada, discord, first, words } = await discordStory(world)
  await carla.says('Hello')
  const root = await first()
  discord.fail(`POST channels/${root.id}/messages`, { status: 403, message: 'Missing Permissions', code: 50_013 })
  await ada.answers('Lost?')
  await ada.answers('Not lost')
  await vi.waitFor(() => expect(words()).toEqual(['Not lost']), soon)
  const deliveries = await ada.data('GET', `/api/conversations/${carla.conversation_id}/service_deliveries?after=0`)
  expect(deliveries[1]).toMatchObject({ service: 'discord', status: 'failed', failure: 'Missing Permissions' })
  await ada.data('POST', `/api/service_deliveries/${deliveries[1].id}/retry`)
  await vi.waitFor(() => expect(words()).toEqual(['Not lost', 'Lost?']), soon)
})

test('a channel that was deleted is said at the message', async () => {
  const { carla, ada, discord, channel_id } = await discordStory(world)
  discord.fail(`POST channels/${channel_id}/messages`, { status: 404, message: 'Unknown Channel', code: 10_003 })
  await carla.says('Hello')
  const path = `/api/conversations/${carla.conversation_id}/service_deliveries?after=0`
  await vi.waitFor(async () => {
    const [delivery] = await ada.data('GET', path)
    expect(delivery).toMatchObject({ status: 'failed', failure: 'Unknown Channel' })
  }, soon)
})

test('posts nothing twice when answers got lost, and waits when Discord says so', async () => {
  const { carla, ada, discord, channel_id, mirrored, first, words } = await discordStory(world)
  discord.fail(`POST channels/${channel_id}/messages`, 'lost answer')
  await carla.says('Hello')
  const root = await first()
  const path = `POST channels/${root.id}/messages`
  discord.fail(path, 'lost answer', { status: 500 }, { status: 502, html: '<html>' })
  await ada.answers('One')
  await vi.waitFor(() => expect(words()).toEqual(['One']), soon)
  discord.fail(path, { status: 429, headers: { 'retry-after': '1' } })
  await ada.answers('Two')
  await ada.answers('Three')
  await vi.waitFor(() => expect(words()).toEqual(['One', 'Two', 'Three']), soon)
  expect(mirrored()).toHaveLength(1)
})

test('starts the thread later if it could not be started with its first post', async () => {
  const { carla, ada, discord, mirrored, channel_id, first, words } = await discordStory(world)
  const refused = { status: 403, message: 'Missing Permissions', code: 50_013 }
  discord.fail(`POST channels/${channel_id}/messages/*/threads`, { status: 500 }, 'lost answer', refused, refused)
  await carla.says('Hello')
  const path = `/api/conversations/${carla.conversation_id}/service_deliveries?after=0`
  const delivery = await vi.waitFor(async () => {
    const [found] = await ada.data('GET', path)
    return found.status === 'failed' ? found : expect.fail('it is not refused yet')
  }, soon)
  expect(delivery.failure).toBe('Missing Permissions')
  discord.fail(`POST channels/${channel_id}/messages/*/threads`)
  await ada.data('POST', `/api/service_deliveries/${delivery.id}/retry`)
  await first()
  await ada.answers('One')
  await vi.waitFor(() => expect(words()).toEqual(['One']), soon)
  expect(mirrored()).toHaveLength(1)
})

test('waits for a new token when the old one is refused, and reads what was written meanwhile', async () => {
  const { carla, ada, discord, first, writes, words, connect, id, heard } = await discordStory(world)
  await carla.says('Hello')
  await first()
  discord.setToken('the-new-token')
  await writes('Written meanwhile')
  await vi.waitFor(async () => {
    const [connection] = await ada.data('GET', '/api/connected_services')
    expect(connection).toMatchObject({ service: 'discord', state: 'revoked', failure: '401: Unauthorized' })
  }, soon)
  await ada.answers('One')
  await connect({ id, bot_token: 'the-new-token' })
  await vi.waitFor(() => expect(words()).toEqual(['One']), soon)
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Written meanwhile'), soon)
})

test('says that answers cannot be read, and goes on when they can', async () => {
  const { carla, ada, discord, first, writes, heard } = await discordStory(world)
  await carla.says('Hello')
  await first()
  const state = async () => (await ada.data('GET', '/api/connected_services'))[0]
  const path = `GET guilds/${discord.guild_id}/threads/active`
  discord.fail(path, ...Array.from({ length: 40 }, () => ({ status: 403, message: 'Missing Access', code: 50_001 })))
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ state: 'failing', failure: 'Missing Access' }),
    soon,
  )
  discord.fail(path)
  await writes('Here I am')
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Here I am'), soon)
  await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'working', failure: null }), soon)
  discord.fail(path, { status: 429, headers: { 'retry-after': '1' } }, { status: 429, headers: { 'retry-after': '1' } })
  await writes('Still here')
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Still here'), soon)
  expect((await state()).state).toBe('working')
})
