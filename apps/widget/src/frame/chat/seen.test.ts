import { afterEach, expect, test, vi } from 'vitest'
import { carlaHasTwo, carlaWrote } from './carla.js'
import { FakeServer, settle } from './fake-server.js'

afterEach(() => vi.unstubAllGlobals())

test('opening an unread conversation from the list reports its replies as seen', async () => {
  const { server, carla, old } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  await tab.chat.openConversation(old)
  await expect.poll(() => server.isSeen(old)).toBe(true)
})

test('a conversation that an agent starts while the chat is open is reported as seen', async () => {
  const server = new FakeServer()
  const carla = server.customer()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  const started = server.starts(carla, '[Can I help?]')
  await expect.poll(() => server.isSeen(started)).toBe(true)
  expect(tab.shown()).toEqual(['[Can I help?]'])
})

test('Seen is reported again after the line broke', async () => {
  const { server, carla, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  server.lost = 'messages:seen'
  server.replies(current, '[Tomorrow]')
  await expect.poll(() => server.count(`messages:seen conversation:${current}`)).toBe(1)
  server.lost = ''
  server.breakLines()
  await expect.poll(() => server.isSeen(current)).toBe(true)
})

test.each(['a new', 'an old'])('a reply arrives while %s conversation is open', async (which) => {
  const { server, carla, old, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  if (which === 'a new') tab.chat.startConversation()
  else await tab.chat.openConversation(old)
  await settle()
  const shown = tab.shown()
  tab.posted.splice(0)

  server.replies(current, '[Tomorrow]')
  await expect.poll(tab.events.bind(tab)).toEqual(['message:received'])
  expect(tab.chat.state.elsewhere).toBe(current)
  expect(tab.shown()).toEqual(shown)
  expect(server.isSeen(current)).toBe(false)

  tab.toggle(false)
  await expect.poll(tab.events.bind(tab)).toContain('messages:unseen')
  expect(tab.shown()).toEqual(['Where is it?', '[Tomorrow]'])
  tab.toggle(true)
  await expect.poll(() => server.isSeen(current)).toBe(true)
  expect(tab.chat.state.elsewhere).toBe('')
})

test('a reply that came while the line was broken is reported, whichever conversation is shown', async () => {
  const { server, carla, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.chat.startConversation()
  server.breakLines()
  server.replies(current, '[Tomorrow]')
  await expect.poll(tab.events.bind(tab)).toContain('messages:unseen')
  expect(tab.shown()).toEqual(['Where is it?', '[Tomorrow]'])
})

test('a reply that nobody has looked at is not reported as seen when the line is back', async () => {
  const { server, carla, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  server.lost = 'messages:seen'
  server.replies(current, '[Tomorrow]')
  await expect.poll(() => server.count(`messages:seen conversation:${current}`)).toBe(1)
  server.lost = ''
  tab.toggle(false)
  server.breakLines()
  server.replies(current, '[Or today]')
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?', '[Tomorrow]', '[Or today]'])
  await settle()
  expect(server.isSeen(current)).toBe(false)
  expect(tab.events()).toContain('messages:unseen')

  tab.toggle(true)
  await expect.poll(() => server.isSeen(current)).toBe(true)
})

test('two quick replies in another conversation are shown, and reported once each', async () => {
  const { server, tab, other } = await carlaHasTwo()
  server.held = /^customers/
  for (const body of ['[One]', '[Two]']) {
    server.replies(other, body)
    await settle()
  }
  server.letGo()
  await expect.poll(tab.shown.bind(tab)).toEqual(['Another thing', '[One]', '[Two]'])
  await settle()
  expect(tab.events().filter((event) => event === 'message:received')).toHaveLength(2)
  expect(tab.chat.state.elsewhere).toBe('')
})

test('a reply that arrives while its conversation is being opened is shown', async () => {
  const { server, tab, other } = await carlaHasTwo()
  tab.toggle(true)
  server.held = /^customers/
  const opening = tab.chat.openConversation(other)
  await settle()
  server.replies(other, '[Yes?]')
  await settle()
  server.letGo()
  await opening
  expect(tab.shown()).toEqual(['Another thing', '[Yes?]'])
})

test('a reply behind the list of conversations is not reported as seen', async () => {
  const { server, carla, old, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  await tab.chat.openConversation(old)
  await tab.chat.openConversation(current)
  tab.chat.list(true)
  server.replies(current, '[Tomorrow]')
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?', '[Tomorrow]'])
  await settle()
  expect(server.isSeen(current)).toBe(false)

  await tab.chat.openConversation(old)
  expect(tab.chat.state.elsewhere).toBe(current)
  await tab.chat.openConversation(current)
  await expect.poll(() => server.isSeen(current)).toBe(true)
  expect(tab.chat.state.elsewhere).toBe('')
})
