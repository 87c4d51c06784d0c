import { beforeAll, expect, test, vi } from 'vitest'
import { discordStory, soon, startDiscordServer } from '../../../test/discord/discord-story.js'

let world: Awaited<ReturnType<typeof startDiscordServer>>
beforeAll(async () => {
  world = await startDiscordServer()
})

test('mirrors a conversation as a thread, in order', async () => {
  const { carla, ada, first, inThread, words, discord } = await discordStory(world)
  await carla.says('Hello :wave: ![x](https://evil.test/x.png)')
  await ada.answers('Yes, **we are**')
  await ada.remarks('She is a reporter')
  await vi.waitFor(() => expect(words()).toEqual(['Yes, **we are**', ';; She is a reporter']), soon)

  const root = await first()
  const [writer, text] = root.content.split('\n')
  expect(writer).toContain('**👋 Carla (carla@example.com)** · [open](<')
  expect(writer).toContain(`/conversations/all/${carla.conversation_id}#`)
  expect(text).toBe('Hello 👋 [x](https://evil.test/x.png)')
  expect(discord.threads.get(root.id)?.name).toBe('Carla (carla@example.com): Hello 👋 ![x](https://evil.test/x.png)')
  expect(inThread()[0]?.content).toMatch(/^\*\*🧑‍💻 .+\*\* · \[open\]/)
})

test('shows edits and the state of the conversation', async () => {
  const { carla, ada, first, words } = await discordStory(world)
  await carla.says('Hello')
  const root = await first()
  expect(root.content).toContain('-# 👋 Unhandled')
  const { id } = await ada.answers('Helo')
  await vi.waitFor(() => expect(root.content).toContain('💬 In progress'), soon)
  await ada.data('PUT', `/api/messages/${id}`, { message: { body: 'Hello to you' } })
  await vi.waitFor(() => expect(words()).toEqual(['Hello to you']), soon)
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })
  await vi.waitFor(() => expect(root.content).toContain('✅ Closed'), soon)
  expect(root.content).toContain('\nHello\n')
})

test('deletes the posts of deleted messages, but not what agents wrote in Discord', async () => {
  const { carla, ada, first, words, writes, discord } = await discordStory(world)
  await carla.says('Hello')
  const root = await first()
  const { id } = await ada.answers('word '.repeat(800).trim())
  await ada.answers('Stays')
  await vi.waitFor(() => expect(words()).toHaveLength(4), soon)
  const theirs = await writes('From Discord')
  await vi.waitFor(() => expect(ada.heard.at(-1)?.body).toBe('From Discord'), soon)
  const taken = ada.heard.at(-1)
  for (const gone of [id, taken?.id, carla.heard[0]?.id]) await ada.delete(`/api/messages/${gone}`)
  await vi.waitFor(() => expect(words()).toEqual(['Stays']), soon)
  await vi.waitFor(() => expect(root.content).toBe('*This message was deleted.*'), soon)
  expect(discord.messages).toContain(theirs)
  await ada.answers('Bye')
  await vi.waitFor(() => expect(words()).toEqual(['Stays', 'Bye']), soon)
})

test('splits a long message and keeps its parts in the thread', async () => {
  const { carla, words } = await discordStory(world)
  const text = 'word '.repeat(800).trim()
  await carla.says(text)
  await vi.waitFor(() => expect(words()).toHaveLength(2), soon)
  expect(text).toContain(words().join(' '))
})

test('an answer in the thread reaches the customer as the agent with the same name', async () => {
  const { carla, ada, ben, first, writes, heard, inThread, words, discord, channel_id } = await discordStory(world)
  await ben.data('PUT', '/api/profile', { user_profile: { display_name: 'Ben of Acme' } })
  await carla.says('Hello')
  const root = await first()
  const author = { id: '2', username: 'ben1990', global_name: 'ben of acme' }
  const mentions = [{ id: '3', username: 'ada', global_name: 'Ada' }]
  await writes('Ask <@3> <:cup:123>, **please**', { author, mentions })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Ask @Ada :cup:, **please**'), soon)
  await writes('Anything else?', { type: 19 })
  await vi.waitFor(() => expect(heard.byCustomer).toContain('Anything else?'), soon)
  const answers = ada.heard.filter(({ source }) => source === 'discord')
  expect(answers.map(({ user_id }) => user_id)).toEqual([ben.id, ben.id])

  // Not of a person, not in a thread of ours, and about an event.
  await writes('A bot', { author: { id: '4', username: 'bot', bot: true } })
  await writes('A hook', { webhook_id: '5' })
  await writes('A pin', { type: 6 })
  discord.add({ channel_id, content: 'Not in a thread', author })
  // A thread that Discord archived is open again as soon as somebody writes.
  Object.assign(discord.threads.get(root.id) ?? {}, { archived: true })
  await writes(';; careful')
  await vi.waitFor(() => expect(ada.heard.at(-1)).toMatchObject({ body: 'careful', private: true }), soon)
  expect(heard.byCustomer).toEqual(['Hello', 'Ask @Ada :cup:, **please**', 'Anything else?'])
  // Nothing that came from the thread goes back to it.
  await ada.answers('Bye')
  await vi.waitFor(() => expect(words().at(-1)).toBe('Bye'), soon)
  expect(inThread().filter(({ content }) => content !== 'A bot')).toHaveLength(1)
})

test('takes files, and names those that stay in Discord', async () => {
  const { carla, ada, writes, discord } = await discordStory(world)
  await carla.says('Hello')
  discord.files.set('/hours.txt', Buffer.from('Open at nine'))
  const file = (filename: string, size: number) => ({ filename, size, url: `${discord.url}/${filename}` })
  await writes('Here', { attachments: [file('hours.txt', 12), file('film.mov', 2 ** 30), file('gone.txt', 4)] })
  await vi.waitFor(() => expect(ada.heard.at(-1)?.source).toBe('discord'), soon)
  const message = ada.heard.at(-1)
  expect(message?.body).toBe('Here\n(The file film.mov stayed in Discord.)\n(The file gone.txt stayed in Discord.)')
  expect(message?.attachments.map(({ filename }) => filename)).toEqual(['hours.txt'])
})

test('reads more than one page of answers, in order', async () => {
  const { carla, writes, heard } = await discordStory(world)
  await carla.says('Hello')
  const texts = Array.from({ length: 130 }, (_, index) => `Answer ${index}`)
  for (const text of texts) await writes(text)
  await vi.waitFor(() => expect(heard.byCustomer.slice(1)).toEqual(texts), soon)
})
