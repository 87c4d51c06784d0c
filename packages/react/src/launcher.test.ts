import { expect, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { startLauncher } from './launcher.js'
import type { ChatCommands, ChatWidgetProps } from './props.js'
import { frameOf } from './server.js'

test('a removed widget hears an event, on which it closes its socket', () => {
  const heard: string[] = []
  vi.stubGlobal('window', { dispatchEvent: ({ type }: Event) => heard.push(type) })
  const widget = { remove: () => heard.push('removed') }
  const createElement = () => ({ remove() {} })
  vi.stubGlobal('document', { createElement, getElementById: () => widget })
  const remove = startLauncher(() => ({ token: 'ACCOUNT', baseUrl: 'https://chat.example.com' }), { onChatLoaded() {} })
  remove()
  expect(heard).toEqual(['removed', 'papercups:redraw'])
})

test('tests and servers that use `require` get the package as CommonJS', () => {
  expect(manifest.exports['.'].require).toBe(manifest.main)
})

interface Config {
  onChatLoaded(commands: ChatCommands): void
}

/** Starts the launcher with the first props. The launcher loads after the page has set the later ones. */
async function loadSlowly(first: Partial<ChatWidgetProps>, later: Partial<ChatWidgetProps>) {
  const page: { Papercups?: { config: Config } } = {}
  const told: unknown[] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { createElement: () => ({}), body: { appendChild() {} } })
  const server = { token: 'ACCOUNT', baseUrl: 'https://chat.example.com' }
  let props: ChatWidgetProps = { ...server, ...first }
  const callbacks = { onChatLoaded: () => void told.push('loaded') }
  startLauncher(() => props, callbacks)
  await vi.waitFor(() => expect(page.Papercups).toBeDefined())
  props = { ...server, ...later }
  page.Papercups?.config.onChatLoaded({
    open() {},
    close() {},
    identify: ({ external_id }) => void told.push(external_id),
    reset: () => void told.push('reset'),
  })
  return told
}

test('a customer who signs in while the launcher loads is told to the chat', async () => {
  const customer = { external_id: 'u1' }
  expect(await loadSlowly({}, { customer })).toEqual(['u1', 'loaded'])
  expect(await loadSlowly({ customer }, { customer: { external_id: 'u2' } })).toEqual(['u2', 'loaded'])
})

test('a customer who signs out while the launcher loads is forgotten', async () => {
  expect(await loadSlowly({ customer: { external_id: 'u1' } }, { customer: null })).toEqual(['reset', 'loaded'])
})

test('the chat hears nothing about a customer who is the same as at the start', async () => {
  const customer = () => ({ external_id: 'u1', metadata: { plan: 'pro' } })
  expect(await loadSlowly({ customer: customer() }, { customer: customer() })).toEqual(['loaded'])
})

test('a page for the chat on a host that no longer exists is ignored', () => {
  const frame = (iframeUrlOverride?: string) => frameOf({ baseUrl: 'https://chat.example.com/', iframeUrlOverride })
  for (const gone of [undefined, '', '/chat', 'https://chat-widget.papercups.io', 'https://chat-window.vercel.app'])
    expect(frame(gone)).toBe('https://chat.example.com/widget')
  expect(frame('https://elsewhere.example/chat')).toBe('https://elsewhere.example/chat')
})
