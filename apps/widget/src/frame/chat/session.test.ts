import { afterEach, expect, test, vi } from 'vitest'
import { carlaHasTwo, carlaWrote } from './carla.js'
import { FakeServer, settle } from './fake-server.js'

afterEach(() => vi.unstubAllGlobals())

test('a returning visitor can write although the first call failed', async () => {
  const { server, carla, current } = carlaWrote()
  server.storage.set(`papercups:${server.token}`, JSON.stringify({ customer_id: carla, conversation_id: current }))
  server.failing = /conversations/
  const tab = await server.openTab({ customerId: carla })
  expect(tab.shown()).toEqual([])
  server.failing = /^$/

  tab.chat.send('Hello?')
  await expect.poll(() => server.bodies(current)).toEqual(['Where is it?', 'Hello?'])
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?', 'Hello?'])
  server.replies(current, '[Soon]')
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?', 'Hello?', '[Soon]'])
})

test('a failed first call is repeated', async () => {
  const { server, carla } = carlaWrote()
  server.failing = /conversations/
  const tab = await server.openTab({ customerId: carla })
  server.failing = /^$/
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?'])
})

test('a conversation that another site may use does not close the one that is shown', async () => {
  const { server, tab, current, other } = await carlaHasTwo()
  server.forbidden.add(other)
  server.breakLines()
  await expect.poll(() => server.count(`phx_join conversation:${other}`)).toBe(2)
  await settle()
  expect(tab.chat.state.siteRefused).toBe(false)
  tab.chat.send('Hello?')
  await expect.poll(() => server.bodies(current)).toEqual(['Where is it?', 'Hello?'])
})

test('what the visitor did last decides which conversation is shown', async () => {
  const { server, carla, old } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.toggle(true)
  server.held = /^customers/
  const opening = tab.chat.openConversation(old)
  tab.chat.startConversation()
  tab.chat.send('Something else')
  server.letGo()
  await opening
  await expect.poll(() => server.conversations.size).toBe(3)
  await expect.poll(tab.shown.bind(tab)).toEqual(['Something else'])
})

test('the visitor hears of a conversation that the team starts although another one is open, or was', async () => {
  const { server, carla, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  server.closes(current)
  const first = server.starts(carla, '[Was it that?]')
  await expect.poll(tab.events.bind(tab)).toContain('messages:unseen')
  await expect.poll(tab.shown.bind(tab)).toEqual(['[Was it that?]'])

  tab.toggle(true)
  await settle()
  const second = server.starts(carla, '[One more thing]')
  await expect.poll(() => tab.chat.state.elsewhere).toBe(second)
  expect(tab.chat.conversationId).toBe(first)
})

test('the first message is sent once', async () => {
  const server = new FakeServer()
  const tab = await server.openTab()
  tab.chat.send('Hello?')
  await expect.poll(tab.shown.bind(tab)).toEqual(['Hello?'])
  await settle()
  expect(server.count(`shout conversation:${tab.chat.conversationId}`)).toBe(1)
})
