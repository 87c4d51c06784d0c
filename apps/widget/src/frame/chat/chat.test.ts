import { afterEach, expect, test, vi } from 'vitest'
import { Chat } from './chat.js'
import { greetingOf, type ChatState } from './chat-state.js'
import { ENGLISH } from '../lib/language.js'
import { readParams, type FrameOptions } from '../lib/params.js'
import { openStore } from '../lib/storage.js'

const account = '8d1d7588-193c-47c6-bc71-9ba89f2301be'
const carla = 'c0000000-0000-4000-8000-000000000000'

afterEach(() => vi.unstubAllGlobals())

/** The chat without a screen. The test defines the server's answers, and the socket never opens. */
async function openChat(params: string, kept: object = {}, answers: Record<string, unknown> = {}) {
  const asked: string[] = []
  const posted: unknown[] = []
  const globals = {
    window: { location: {}, document: { referrer: '' } },
    document: { addEventListener() {}, visibilityState: 'visible' },
    location: { protocol: 'https:', host: 'chat.example.com' },
    addEventListener() {},
    navigator: { userAgent: '' },
    WebSocket: class {
      close() {}
    },
    fetch(url: string, { method }: { method: string }) {
      const path = url.replace(/^.api.|[?].*$/g, '')
      asked.push(`${method} ${path}`)
      return Promise.resolve(Response.json({ data: answers[path] ?? [] }))
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const memory = new Map([[`papercups:${account}`, JSON.stringify(kept)]])
  const store = openStore(() => ({
    length: 0,
    key: () => null,
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
  }))
  const options = readParams(`?token=${account}&${params}`) as FrameOptions
  const chat = new Chat(options, store, (event, payload) => posted.push({ event, ...payload }), ENGLISH)
  await chat.start()
  return { chat, asked, posted }
}

test('ignores the old id that a published loader passes after a sign-out', async () => {
  const former = { customer_id: carla, external_id: 'u1' }
  const { chat, asked, posted } = await openChat(`version=1.3.0&customerId=${carla}`, former)
  expect(posted).toContainEqual({ event: 'customer:updated', customerId: null })
  chat.hear('customer:set:id', carla)
  chat.hear('customer:set:id', null)
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked.filter((call) => /customer/.test(call))).toEqual([])

  const ours = await openChat(`version=2.0.0&customerId=${carla}`, former)
  ours.chat.hear('customer:set:id', carla)
  await vi.waitFor(() => expect(ours.asked).toContain(`GET customers/${carla}/exists`))
})

test('an email creates a customer, and a name alone does not', async () => {
  const { chat, asked, posted } = await openChat('version=2.0.0', {}, { customers: { id: carla } })
  chat.hear('customer:update', { metadata: { name: 'Carla' } })
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).not.toContain('POST customers')
  chat.hear('customer:update', { metadata: { email: 'carla@example.com' } })
  await vi.waitFor(() => expect(posted).toContainEqual({ event: 'customer:updated', customerId: carla }))
  expect(asked.filter((call) => call === 'POST customers')).toHaveLength(1)
})

test('account settings survive an option update, except in the settings preview', async () => {
  const widget_settings = { title: 'Ask Acme', agent_available_text: 'Here!', require_email_upfront: true }
  const { chat } = await openChat('version=2.0.0', {}, { widget_settings })
  chat.hear('config:update', { subtitle: 'New', agentAvailableText: 'Page', requireEmailUpfront: false })
  expect(chat.state.options).toMatchObject({ title: 'Ask Acme', subtitle: 'New', agentAvailableText: 'Here!' })
  expect(chat.state.options.requireEmailUpfront).toBe(true)
  chat.hear('config:update', { agentAvailableText: 'Draft', requireEmailUpfront: false, away: false })
  chat.hear('papercups:plan', { plan: 'team' })
  expect(chat.state.options).toMatchObject({ agentAvailableText: 'Draft', requireEmailUpfront: false })
})

const state = (options: { greeting?: string; awayMessage?: string; away?: boolean }, more: Partial<ChatState> = {}) =>
  ({ options: { greeting: '', awayMessage: '', ...options }, ready: true, away: undefined, ...more }) as ChatState

test('chat and popup show the same greeting or away message', () => {
  const both = { greeting: 'Hello!', awayMessage: 'Back on Monday' }
  expect(greetingOf(state(both, { away: false }))).toBe('Hello!')
  expect(greetingOf(state(both, { away: true }))).toBe('Back on Monday')
  expect(greetingOf(state({ greeting: 'Hello!' }, { away: true }))).toBe('Hello!')
  expect(greetingOf(state({ awayMessage: 'Back on Monday' }, { away: false }))).toBe('')
  expect(greetingOf(state({ ...both, away: true }, { away: false }))).toBe('Back on Monday')
})

test('shows neither until availability is known, and an empty greeting needs no waiting', () => {
  const both = { greeting: 'Hello!', awayMessage: 'Back on Monday' }
  expect(greetingOf(state(both))).toBeUndefined()
  expect(greetingOf(state(both, { ready: false, away: true }))).toBeUndefined()
  expect(greetingOf(state({}))).toBe('')
})
