import { afterEach, expect, test, vi } from 'vitest'
import { carlaWrote } from './carla.js'
import { settle } from './fake-server.js'

afterEach(() => vi.unstubAllGlobals())

test('each tab keeps the conversation that it shows', async () => {
  const { server, carla, old, current } = carlaWrote()
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  for (const tab of [first, second]) tab.toggle(true)
  await first.chat.openConversation(old)
  await settle()
  expect(first.shown()).toEqual(['Old question', '[Old answer]'])
  expect(second.shown()).toEqual(['Where is it?'])
  expect(server.count(`phx_join conversation:${old}`)).toBe(1)

  first.chat.send('About the old one')
  second.chat.send('About the new one')
  await expect.poll(() => server.bodies(current)).toEqual(['Where is it?', 'About the new one'])
  await expect.poll(() => server.bodies(old)).toEqual(['Old question', '[Old answer]', 'About the old one'])
  await expect.poll(first.shown.bind(first)).toEqual(['Old question', '[Old answer]', 'About the old one'])
  await expect.poll(second.shown.bind(second)).toEqual(['Where is it?', 'About the new one'])
  await settle()

  const next = await server.openTab({ customerId: carla })
  expect(next.shown()).toEqual(server.bodies(current))
})

test('two tabs do not fight over two open conversations', async () => {
  const { server, carla, current } = carlaWrote()
  const other = server.conversation(carla, ['Another thing', '[Yes?]'])
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  await first.chat.openConversation(current)
  server.breakLines()
  await expect.poll(() => server.count(`phx_join conversation:${current}`)).toBeGreaterThan(3)
  await settle()
  const calls = server.log.length
  await settle()
  expect(server.log).toHaveLength(calls)
  expect(second.chat.conversationId).toBe(other)
})

test('a message whose acknowledgement was lost is sent again to the same conversation', async () => {
  const { server, carla, old, current } = carlaWrote()
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  await first.chat.openConversation(old)
  server.unanswered = 'shout'
  first.chat.send('Once')
  await expect.poll(() => server.bodies(old)).toContain('Once')
  second.chat.send('Elsewhere')
  await settle()
  server.unanswered = ''
  server.breakLines()
  await expect.poll(() => server.bodies(current)).toEqual(['Where is it?', 'Elsewhere'])
  await expect.poll(() => [...server.storage.keys()].filter((key) => key.includes('outbox'))).toEqual([])
  expect(server.bodies(old)).toEqual(['Old question', '[Old answer]', 'Once'])
})

test('a message for a new conversation waits there, and another tab sends it there, too', async () => {
  const { server, carla, current } = carlaWrote()
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  server.failing = /^conversations$/
  first.chat.startConversation()
  first.chat.send('Something else')
  await settle()
  expect(first.shown()).toEqual(['sending: Something else'])
  expect(second.shown()).toEqual(['Where is it?'])

  server.failing = /^$/
  second.chat.send('And?')
  await expect.poll(() => server.bodies(current)).toEqual(['Where is it?', 'And?'])
  await expect.poll(first.shown.bind(first)).toEqual(['Something else'])
  expect(server.bodies(first.chat.conversationId)).toEqual(['Something else'])
  await expect.poll(second.shown.bind(second)).toEqual(['Where is it?', 'And?'])
  expect(server.conversations.size).toBe(3)
})

test('a new conversation in one tab stays new when another tab writes elsewhere', async () => {
  const { server, carla, current } = carlaWrote()
  const other = server.conversation(carla, ['Another thing'])
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  first.chat.startConversation()
  await second.chat.openConversation(second.chat.conversationId === other ? current : other)
  second.chat.send('Hello?')
  await expect.poll(second.shown.bind(second)).toContain('Hello?')
  await settle()
  expect(first.chat.conversationId).toBe('')
  first.chat.send('Something else')
  await expect.poll(first.shown.bind(first)).toEqual(['Something else'])
})
