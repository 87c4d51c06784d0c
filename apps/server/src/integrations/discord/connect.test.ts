import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../platform/database/of.js'
import { discordStory, startDiscordServer } from '../../../test/discord/discord-story.js'
import { TOKEN } from '../../../test/discord/stand-in.js'

let world: Awaited<ReturnType<typeof startDiscordServer>>
beforeAll(async () => {
  world = await startDiscordServer()
})

test('lists the channels, posts a test, and saves what was chosen', async () => {
  const { ada, discord, channel_id } = await discordStory(world)
  const bot = await ada.data('POST', '/api/discord/bot', { authorization: { bot_token: TOKEN } })
  expect(bot).toMatchObject({
    invite_url: `${discord.url}/oauth2/authorize?client_id=800&scope=bot&permissions=309237713920`,
    can_read_messages: true,
  })
  expect(bot.channels.slice(0, 2)).toEqual([
    { id: '701', name: 'general', guild_id: '700', guild_name: 'Acme' },
    { id: '702', name: 'support', guild_id: '700', guild_name: 'Acme' },
  ])
  expect(JSON.stringify(bot)).not.toContain('Voice')
  await ada.data('POST', '/api/discord/test', { authorization: { bot_token: TOKEN, channel_id } })
  expect(discord.messages.at(-1)).toMatchObject({ channel_id, content: expect.stringContaining('Papercups can post') })
  expect(await ada.data('GET', '/api/discord/authorization')).toMatchObject({
    object: 'discord_authorization',
    bot_token: expect.stringMatching(/^•+$/),
    channel: 'support',
    channel_id,
    guild_name: 'Acme',
    guild_id: '700',
  })
})

test('keeps a token that is left out, encrypted', async () => {
  const { ada, id, connect, server } = await discordStory(world)
  await connect({ id, bot_token: '••••', channel_id: '701' })
  const stored = await ada.data('GET', '/api/discord/authorization')
  expect(stored).toMatchObject({ id, channel: 'general' })
  expect(JSON.stringify(stored)).not.toContain(TOKEN)
  const { rows } = await databaseOf(server.platform).pool.query(
    'select row_to_json(s)::text as row from connected_services s where account_id = $1',
    [ada.account_id],
  )
  expect(rows[0].row).not.toContain(TOKEN)
  const { channels } = await ada.data('POST', '/api/discord/bot', { authorization: { authorization_id: id } })
  expect(channels.length).toBeGreaterThan(1)
})

test('explains wrong tokens, missing rights and answers of something else', async () => {
  const { ada, discord, authorization } = await discordStory(world)
  const ask = (bot_token: string) => ada.post('/api/discord/bot', { authorization: { bot_token } })
  const wrong = await ask('wrong')
  expect([wrong.status, wrong.body.error.message]).toEqual([401, '401: Unauthorized'])
  for (const token of ['', '  ', 'two\nlines', 'ümlaut']) expect((await ask(token)).status).toBe(422)
  for (const [fault, reason] of [
    [{ status: 200, html: '<html>' }, 'unreadable (status 200)'],
    [{ status: 500 }, 'status 500'],
    [{ status: 429, headers: { 'retry-after': '5' } }, 'ratelimited'],
  ] as const) {
    discord.fail('GET applications/@me', fault)
    const failed = await ask(TOKEN)
    expect([failed.status, failed.body.error.message]).toEqual([422, `No usable answer from Discord: ${reason}`])
  }
  const save = (changes: object) => ada.post('/api/discord/auth', { authorization: { ...authorization, ...changes } })
  expect((await save({ channel_id: '' })).body.error.errors).toEqual({ channel_id: ["can't be blank"] })
  const voice = await save({ channel_id: '703' })
  expect(voice.body.error.errors).toEqual({ channel_id: ['is not a text channel of a server of this bot'] })
  discord.setFlags(0)
  const blind = await save({})
  expect([blind.status, blind.body.error.message]).toEqual([422, expect.stringContaining('Message Content Intent')])
})

test('members and other accounts cannot connect, change or disconnect', async () => {
  const { ada, ben, grace, id, authorization, channel_id } = await discordStory(world)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  for (const [agent, status] of [
    [ben, 403],
    [grace, 404],
  ] as const) {
    const stolen = { authorization: { authorization_id: id, channel_id } }
    expect((await agent.post('/api/discord/test', stolen)).status).toBe(status)
    expect((await agent.post('/api/discord/bot', stolen)).status).toBe(status)
    for (const changes of [{ id }, { inbox_id: inbox.id }]) {
      const body = { authorization: { ...authorization, ...changes } }
      expect((await agent.post('/api/discord/auth', body)).status).toBe(status)
    }
    expect((await agent.delete(`/api/discord/authorizations/${id}`)).status).toBe(status)
  }
  expect((await ben.data('GET', '/api/discord/authorization')).id).toBe(id)
  expect(await grace.data('GET', '/api/discord/authorization')).toBeNull()
  expect((await ada.delete(`/api/discord/authorizations/${id}`)).status).toBe(204)
  expect(await ada.data('GET', '/api/discord/authorization')).toBeNull()
})
