import { afterEach, expect, test, vi } from 'vitest'
import { carlaWrote } from './carla.js'
import { FakeServer, settle } from './fake-server.js'

afterEach(() => vi.unstubAllGlobals())

test('somebody who signs in during a chat keeps it', async () => {
  const { server, carla, current } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.identify({ external_id: 'u1' })
  await expect.poll(() => server.customers.get(carla)).toEqual({ external_id: 'u1' })
  tab.chat.send('It is me')
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?', 'It is me'])
  expect(server.bodies(current)).toEqual(['Where is it?', 'It is me'])
  expect(server.customers.size).toBe(1)
})

test('a known person who signs in sees their own chat, and nothing of the anonymous one', async () => {
  const { server, carla, current } = carlaWrote()
  const known = server.customer('u1')
  const tab = await server.openTab({ customerId: carla })
  expect(tab.shown()).toEqual(['Where is it?'])
  tab.identify({ external_id: 'u1' })
  await expect.poll(tab.shown.bind(tab)).toEqual([])
  await expect.poll(() => server.count(`phx_join conversation:lobby:${known}`)).toBe(1)
  expect(server.count(`phx_leave conversation:${current}`)).toBe(1)
  expect(server.customers.get(carla)).toEqual({ external_id: '' })
})

test('without proof nobody gets an external id', async () => {
  const { server, carla } = carlaWrote()
  server.requiredToken = 'valid'
  const tab = await server.openTab({ customerId: carla })
  tab.identify({ external_id: 'u1', identityToken: 'forged' })
  await expect.poll(() => server.count(`PUT customers/${carla}/metadata`)).toBe(1)
  expect(server.customers.get(carla)).toEqual({ external_id: '' })
  expect(tab.shown()).toEqual(['Where is it?'])
})

test('a renewed token opens the same chat again', async () => {
  const server = new FakeServer()
  server.requiredToken = 'first'
  const carla = server.customer('u1')
  server.conversation(carla, ['Where is it?'])
  const metadata = JSON.stringify({ external_id: 'u1' })
  const tab = await server.openTab({ customerId: carla, metadata, identityToken: 'first' })
  expect(tab.shown()).toEqual(['Where is it?'])

  server.requiredToken = 'second'
  server.breakLines()
  await expect.poll(tab.shown.bind(tab)).toEqual([])
  tab.identify({ external_id: 'u1', identityToken: 'second' })
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?'])
  await settle()
  expect(server.customers.size).toBe(1)
})

test('the next person sees nothing of the former one', async () => {
  const server = new FakeServer()
  const carla = server.customer('u1')
  server.conversation(carla, ['A secret'])
  const tab = await server.openTab({ customerId: carla, metadata: JSON.stringify({ external_id: 'u1' }) })
  tab.toggle(true)
  tab.chat.drafts.keep('Another secret')
  tab.chat.attach([new File([], 'secret.pdf')])
  tab.chat.list(true)
  await expect.poll(() => tab.chat.state.uploads).toHaveLength(1)
  const { composer } = tab.chat.state

  tab.identify({ external_id: 'u2' })
  expect(tab.chat.state).toMatchObject({ listing: false, uploads: [], messages: [] })
  expect(tab.chat.state.composer).toBeGreaterThan(composer)
  expect(tab.chat.drafts.text).toBe('')
})

test('the history is not reported as new when the same person signs in again', async () => {
  const server = new FakeServer()
  const carla = server.customer('u1')
  server.conversation(carla, ['Where is it?', '[Tomorrow]'])
  const tab = await server.openTab({ customerId: carla, metadata: JSON.stringify({ external_id: 'u1' }) })
  tab.chat.hear('papercups:reset', undefined)
  expect(tab.shown()).toEqual([])
  tab.identify({ external_id: 'u1' })
  await expect.poll(tab.shown.bind(tab)).toEqual(['Where is it?', '[Tomorrow]'])
  expect(tab.events().filter((event) => event.startsWith('message:'))).toEqual([])
})

test('a refused new conversation does not cost the visitor their history', async () => {
  const { server, carla } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  server.failing = /^conversations$/
  server.status = 403
  tab.chat.startConversation()
  tab.chat.send('Something else')
  await expect.poll(tab.shown.bind(tab)).toEqual(['failed: Something else'])
  expect(server.customers.size).toBe(1)
  expect(tab.chat.isKnown).toBe(true)
})

test('the message of a visitor who leaves at once creates nobody', async () => {
  const server = new FakeServer()
  const tab = await server.openTab()
  tab.chat.send('Never mind')
  tab.chat.hear('papercups:reset', undefined)
  await expect.poll(() => [...server.storage.keys()].filter((key) => key.includes('turn'))).toHaveLength(1)
  await expect.poll(() => [...server.storage.keys()].filter((key) => key.includes('turn'))).toEqual([])
  await settle()
  expect(server.customers.size).toBe(0)
})

test('nothing of an anonymous visitor is shown to the person who signs in while it loads', async () => {
  const server = new FakeServer()
  const [carla, known] = [server.customer(), server.customer('u1')]
  const tab = await server.openTab({ customerId: carla })
  server.held = /^conversations\/customer/
  server.starts(carla, '[Can I help?]')
  await settle()
  tab.identify({ external_id: 'u1' })
  tab.chat.send('Hello?')
  await expect.poll(() => server.count('GET customers/identify')).toBeGreaterThan(0)
  await settle()
  const shown: unknown[] = []
  tab.chat.watch(() => shown.push(...tab.shown()))
  server.letGo()
  await expect.poll(tab.shown.bind(tab)).toEqual(['Hello?'])
  expect(shown).not.toContain('[Can I help?]')
  expect([...server.conversations.values()].at(-1)?.customer_id).toBe(known)
})

test('after a reset the page hears that nobody is known, and later who is', async () => {
  const { server, carla } = carlaWrote()
  const other = server.customer()
  const tab = await server.openTab({ customerId: carla })
  tab.chat.hear('papercups:reset', undefined)
  expect(tab.posted.at(-1)).toMatchObject({ event: 'customer:updated', customerId: null })
  tab.chat.hear('customer:set:id', other)
  await expect.poll(() => tab.posted.at(-1)).toMatchObject({ event: 'customer:updated', customerId: other })
})
