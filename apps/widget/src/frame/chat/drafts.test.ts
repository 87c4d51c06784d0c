import { afterEach, expect, test, vi } from 'vitest'
import { carlaHasTwo, carlaWrote } from './carla.js'
import { FakeServer, settle } from './fake-server.js'

afterEach(() => vi.unstubAllGlobals())

test('a draft stays in the conversation in which it was typed', async () => {
  const { tab, current, other } = await carlaHasTwo()
  const [shown, next] = tab.chat.conversationId === other ? [other, current] : [current, other]
  tab.chat.drafts.keep('Half written')
  const { composer } = tab.chat.state
  await tab.chat.openConversation(next)
  expect(tab.chat.drafts.text).toBe('')
  expect(tab.chat.state.composer).toBeGreaterThan(composer)

  tab.chat.startConversation()
  tab.chat.drafts.keep('Something else')
  await tab.chat.openConversation(shown)
  expect(tab.chat.drafts.text).toBe('Half written')
  tab.chat.startConversation()
  expect(tab.chat.drafts.text).toBe('Something else')
})

test('a draft is still there after a reload, also if a reply elsewhere is shown first', async () => {
  const { server, tab, carla, current, other } = await carlaHasTwo()
  await tab.chat.openConversation(current)
  tab.chat.send('Hello?')
  await expect.poll(tab.shown.bind(tab)).toContain('Hello?')
  tab.chat.drafts.keep('Half written')
  expect((await server.openTab({ customerId: carla })).chat.drafts.text).toBe('Half written')

  server.replies(other, '[Yes?]')
  const next = await server.openTab({ customerId: carla })
  expect(next.chat.conversationId).toBe(other)
  expect(next.chat.drafts.text).toBe('')
  await next.chat.openConversation(current)
  expect(next.chat.drafts.text).toBe('Half written')
})

test('what is typed before a conversation exists goes along when it begins', async () => {
  const server = new FakeServer()
  const tab = await server.openTab()
  tab.chat.send('Hello?')
  tab.chat.drafts.keep('And')
  const { composer } = tab.chat.state
  await expect.poll(tab.shown.bind(tab)).toEqual(['Hello?'])
  await settle()
  expect(tab.chat.drafts.text).toBe('And')
  expect(tab.chat.state.composer).toBe(composer)
  tab.chat.startConversation()
  expect(tab.chat.drafts.text).toBe('')
})

test('a reset forgets the drafts of all conversations', async () => {
  const { server, carla, old } = carlaWrote()
  const tab = await server.openTab({ customerId: carla })
  tab.chat.drafts.keep('A secret')
  await tab.chat.openConversation(old)
  tab.chat.drafts.keep('Another secret')
  tab.chat.hear('papercups:reset', undefined)
  expect([...server.storage.keys()].filter((key) => key.includes('draft'))).toEqual([])
})
