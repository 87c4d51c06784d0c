import { afterEach, expect, test, vi } from 'vitest'
import { carlaWrote } from './carla.js'
import { FakeServer, settle } from './fake-server.js'

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

/** Two tabs of a person whom the site names. */
async function signedInTwice() {
  const server = new FakeServer()
  const carla = server.customer('u1')
  server.conversation(carla, ['A secret'])
  const metadata = JSON.stringify({ external_id: 'u1', email: 'carla@example.com' })
  const [first, second] = [await server.openTab({ metadata }), await server.openTab({ metadata })]
  expect(second.shown()).toEqual(['A secret'])
  return { server, carla, first, second }
}

test('somebody who signs out in one tab is signed out in all, until a page names them again', async () => {
  const { server, carla, first, second } = await signedInTwice()
  second.chat.drafts.keep('Another secret')
  const { composer } = second.chat.state
  second.posted.splice(0)
  first.chat.hear('papercups:reset', undefined)
  // Tabs without storage learn of it only if it says so.
  expect(server.storage.get(`papercups:${server.token}`)).toBe('{}')
  await expect.poll(second.shown.bind(second)).toEqual([])
  expect(second.chat.state).toMatchObject({ email: '', conversation: '' })
  expect(second.chat.state.composer).toBeGreaterThan(composer)
  expect(second.chat.drafts.text).toBe('')
  expect(second.posted).toContainEqual({ event: 'customer:updated', customerId: null })

  second.chat.send('Who is this?')
  await expect.poll(second.shown.bind(second)).toEqual(['Who is this?'])
  await settle()
  const [, written] = [...server.conversations.values()]
  expect(written?.customer_id).not.toBe(carla)
  // Launchers answer this event with the data of their page, which still names Carla.
  expect(second.events()).not.toContain('conversation:join')

  second.identify({ external_id: 'u1' })
  await expect.poll(second.shown.bind(second)).toEqual(['A secret'])
})

test('the next person in one tab is not signed out by the other tabs of the former one', async () => {
  const { server, first, second } = await signedInTwice()
  const ben = server.customer('u2')
  server.conversation(ben, ['It is Ben'])
  first.identify({ external_id: 'u2' })
  await expect.poll(first.shown.bind(first)).toEqual(['It is Ben'])
  await settle()
  expect(second.shown()).toEqual([])
  expect(first.shown()).toEqual(['It is Ben'])
  expect(server.storage.get(`papercups:${server.token}`)).toContain(ben)
})

test('both tabs follow when a page shows another customer', async () => {
  const { server, carla } = carlaWrote()
  const other = server.customer()
  server.conversation(other, ['From the phone'])
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  first.chat.hear('customer:set:id', other)
  await expect.poll(first.shown.bind(first)).toEqual(['From the phone'])
  await expect.poll(second.shown.bind(second)).toEqual(['From the phone'])
})

test('somebody who signs in stays in the tab whose page does not know yet', async () => {
  const { server, carla } = carlaWrote()
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  first.identify({ external_id: 'u1' })
  await expect.poll(() => server.customers.get(carla)).toEqual({ external_id: 'u1' })
  await settle()
  expect(second.shown()).toEqual(['Where is it?'])
})

test('without storage the page passes the sign-out on, and nothing else signs anybody out', async () => {
  const { server, carla } = carlaWrote()
  server.deniesStorage = true
  const tab = await server.openTab({ customerId: carla })
  const key = `papercups:${server.token}`
  tab.chat.drafts.keep('A secret')
  for (const kept of ['', '{}', JSON.stringify({ [key + ':inbox']: '{}' })]) tab.chat.hear('papercups:kept', kept)
  expect(tab.shown()).toEqual(['Where is it?'])

  server.failing = /^conversations/
  tab.chat.startConversation()
  tab.chat.send('Unsent')
  tab.chat.hear('papercups:kept', JSON.stringify({ [key]: '{}' }))
  await settle()
  expect(tab.shown()).toEqual([])
  expect(tab.chat.drafts.text).toBe('')
  expect(tab.chat.isKnown).toBe(false)
})

test('an unsent message of one tab is shown in the others', async () => {
  const { server, carla } = carlaWrote()
  const [first, second] = [await server.openTab({ customerId: carla }), await server.openTab({ customerId: carla })]
  server.lost = 'shout'
  first.chat.send('Hello?')
  await expect.poll(second.shown.bind(second)).toEqual(['Where is it?', 'sending: Hello?'])
})
