import { vi } from 'vitest'
import { launch } from './launcher.js'
import type { Options } from './options.js'

export const TOKEN = '8d1d7588-193c-47c6-bc71-9ba89f2301be'
const SERVER = 'https://chat.example.com'

/** The parts of an element that the launcher uses. */
class FakeElement {
  style: Record<string, string> = {}
  attributes: Record<string, string> = {}
  children: FakeElement[] = []
  className = ''
  src = ''
  textContent = ''
  isConnected = true
  onclick = () => {}
  /** The messages sent to the frame. */
  messages: { event: string; payload: unknown }[] = []
  contentWindow = this.openWindow()
  readonly tag: string

  constructor(tag: string) {
    this.tag = tag
  }

  openWindow() {
    return { postMessage: (message: { event: string; payload: unknown }) => this.messages.push(message) }
  }

  appendChild(child: FakeElement) {
    this.children.push(child)
    child.remove = () => {
      child.isConnected = false
      this.children = this.children.filter((one) => one !== child)
    }
    return child
  }

  remove() {}

  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }

  focus() {}

  find(name: string): FakeElement | undefined {
    return this.className === name ? this : this.children.map((child) => child.find(name)).find(Boolean)
  }
}

function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: unknown) => void kept.set(key, String(value)),
  }
}

interface FakeSocket {
  onopen(): void
  onmessage(message: { data: string }): void
}

/** The server's answer for each path; a number is an error status, and a promise is an answer that takes its time. */
type Answers = Record<string, unknown>

interface Scene {
  config?: Options
  answers?: Answers
  local?: Map<string, string>
  session?: Map<string, string>
}

/** A page with our launcher, and a server with the given answers. */
export async function openPage({ config, answers, local = new Map(), session = new Map() }: Scene = {}) {
  const asked: { call: string; body: unknown }[] = []
  const responses: Answers = { widget_settings: { account: {} }, 'conversations/customer': [], ...answers }
  const events = new EventTarget()
  const root = new FakeElement('div')
  const lines: string[] = []
  const sockets: FakeSocket[] = []
  const joins: { topic: string; payload: unknown }[] = []
  const globals = {
    window: { localStorage: storage(local), sessionStorage: storage(session) },
    document: { body: {}, referrer: '', createElement: (tag: string) => new FakeElement(tag) },
    location: { href: 'https://shop.example/cart', host: 'shop.example', pathname: '/cart' },
    innerWidth: 1200,
    getComputedStyle: ({ style }: Partial<FakeElement>) => ({ colorScheme: 'normal', backgroundColor: '', ...style }),
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    WebSocket: class implements FakeSocket {
      onopen = () => {}
      onmessage = (_: { data: string }) => {}
      onclose = () => {}
      constructor(url: string) {
        lines.push(url)
        sockets.push(this)
      }
      send(frame: string) {
        const [, , topic, , payload] = JSON.parse(frame) as [unknown, unknown, string, string, unknown]
        joins.push({ topic, payload })
      }
      close() {
        this.onclose()
      }
    },
    async fetch(url: string, init?: { method: string; body: string }) {
      const { pathname } = new URL(url)
      const path = pathname.slice('/api/'.length)
      const method = init?.method ?? 'GET'
      asked.push({ call: `${method} ${path}`, body: init ? JSON.parse(init.body) : undefined })
      const answer = await responses[path]
      const status = typeof answer === 'number' ? answer : 200
      return Response.json(status < 300 ? { data: answer ?? {} } : { error: { status } }, { status })
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)

  launch(root as unknown as HTMLElement, { ...config }, TOKEN, SERVER)
  const frame = () => root.find('Papercups-chatWindowContainer')
  const page = {
    local,
    session,
    lines,
    frame,
    responses,
    /** The topics that the launcher has joined. */
    joined: () => joins.map(({ topic }) => topic),
    asked: () => asked.map(({ call }) => call),
    bodyOf: (call: string) => asked.find((one) => one.call === call)?.body,
    button: () => root.find('Papercups-toggleButton'),
    click: () => root.find('Papercups-toggleButtonContainer')?.onclick(),
    /** Whether the number of unread messages is shown. */
    badge() {
      const badge = root.find('Papercups-toggleButtonContainer')?.children[1]
      return /display:\w+/.exec(badge?.style.cssText ?? '')?.[0]
    },
    /** A wrapper removes the widget. */
    remove: () => (root.isConnected = false),
    /** The page moves the widget to another place, which reloads the frame. */
    move() {
      const moved = frame()
      if (moved) moved.contentWindow = moved.openWindow()
    },
    /** Somebody gives the button another colour. Returns the colour of its icon. */
    paint(backgroundColor: string) {
      const button = page.button()
      if (button) button.style.backgroundColor = backgroundColor
      page.dispatch('papercups:redraw')
      return /color:(#...)/.exec(button?.children[0]?.style.cssText ?? '')?.[1]
    },
    isOpen: () => page.button()?.attributes['aria-label'] === 'Close chat widget',
    messagesToFrame: () => frame()?.messages.map(({ event }) => event) ?? [],
    lastMessageToFrame: (event: string) => frame()?.messages.findLast((message) => message.event === event)?.payload,
    /** The page dispatches an event. */
    dispatch: (name: string, detail?: unknown) => events.dispatchEvent(new CustomEvent(name, { detail })),
    listen: (name: string, listener: (event: Event) => void) => events.addEventListener(name, listener),
    /** The newest socket is connected. */
    connect: () => sockets.at(-1)?.onopen(),
    /** The server pushes an event over the newest socket. */
    push: (event: string, payload: object = {}) =>
      sockets.at(-1)?.onmessage({ data: JSON.stringify(['1', null, 'conversation:k', event, payload]) }),
    /** The frame sends a message. */
    report(event: string, payload: object = {}) {
      const message = Object.assign(new Event('message'), {
        source: frame()?.contentWindow,
        origin: SERVER,
        data: { event, payload },
      })
      events.dispatchEvent(message)
    },
    /** Waits until all requests are answered. */
    settle: async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    },
  }
  await page.settle()
  return page
}

export const carla = 'c0000000-0000-4000-8000-000000000000'
export const dora = 'd0000000-0000-4000-8000-000000000000'
export const SHARED = '__PAPERCUPS____CUSTOMER_ID__'
/** The storage of a page that has stored this customer. */
export const known = (id: string | null) => new Map([[SHARED + TOKEN, JSON.stringify(id)]])
export const conversation = { id: 'k', messages: [{ user_id: 7, seen_at: '2026-01-01T00:00:00Z' }] }
