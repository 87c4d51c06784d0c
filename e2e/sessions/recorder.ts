import type { Page } from '@playwright/test'
import { call, OUTSIDE } from '../people.js'
import { expect } from '../story.js'

type Attributes = Record<string, string>
let ids = 0

/** A node as rrweb records it. */
export const element = (tagName: string, attributes: Attributes = {}, ...childNodes: object[]) => ({
  type: 2,
  id: (ids += 1),
  tagName,
  attributes,
  childNodes,
})
export const text = (textContent: string) => ({ type: 3, id: (ids += 1), textContent })

/** What rrweb records of a page when it begins: its size and all its nodes. */
export function pageEvents(at: number, head: object[], body: object[]) {
  const html = element('html', { lang: 'en' }, element('head', {}, ...head), element('body', {}, ...body))
  const doctype = { type: 1, id: (ids += 1), name: 'html', publicId: '', systemId: '' }
  const node = { type: 0, id: (ids += 1), childNodes: [doctype, html] }
  return [
    { type: 4, timestamp: at, data: { href: 'https://shop.test/pricing', width: 800, height: 600 } },
    { type: 2, timestamp: at + 1, data: { node, initialOffset: { top: 0, left: 0 } } },
  ]
}

interface RecordedNode {
  id: number
  childNodes?: object[]
}

/** Nodes that the page got. rrweb names each of them, with its parent. */
export const addsTo = (parentId: number, ...nodes: object[]): object[] =>
  (nodes as RecordedNode[]).flatMap((node) => [
    { parentId, nextId: null, node: node.childNodes ? { ...node, childNodes: [] } : node },
    ...addsTo(node.id, ...(node.childNodes ?? [])),
  ])

interface Mutation {
  adds?: object[]
  texts?: Array<{ id: number; value: string }>
  attributes?: Array<{ id: number; attributes: Attributes }>
}

/** A change of the page. */
export const change = (timestamp: number, mutation: Mutation) => ({
  type: 3,
  timestamp,
  data: { source: 0, adds: [], removes: [], texts: [], attributes: [], ...mutation },
})

interface Line {
  push: (event: string, payload: object) => Promise<object>
  heard: Array<{ event: string; payload: object }>
  socket: WebSocket
}
/** In the visitor's page. */
declare const line: Line

/** A visitor whose recorder sends what the test writes. */
export class Recorder {
  readonly session_id: string
  readonly customer_id: string
  readonly #page: Page
  readonly #topic: string
  #seq = 0

  constructor(page: Page, ids: { account_id: string; session_id: string; customer_id: string }) {
    this.#page = page
    this.session_id = ids.session_id
    this.customer_id = ids.customer_id
    this.#topic = `events:${ids.account_id}:${ids.session_id}`
  }

  async connect() {
    await this.#page.evaluate(
      ({ topic, customerId }) =>
        new Promise<void>((joined) => {
          const replies = new Map<string, (response: object) => void>()
          const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`)
          let refs = 0
          const push = (event: string, payload: object) =>
            new Promise<object>((resolve) => {
              const ref = String((refs += 1))
              replies.set(ref, resolve)
              socket.send(JSON.stringify(['1', ref, topic, event, payload]))
            })
          const heard: Line['heard'] = []
          socket.onmessage = ({ data }) => {
            const [, ref, , event, payload] = JSON.parse(String(data)) as [null, string, string, string, object]
            if (event === 'phx_reply') replies.get(ref)?.(payload)
            else heard.push({ event, payload })
          }
          socket.onopen = () => void push('phx_join', { customerId, recorder: 2 }).then(() => joined())
          Object.assign(globalThis, { line: { push, heard, socket } })
        }),
      { topic: this.#topic, customerId: this.customer_id },
    )
  }

  /** Waits for the reply. */
  async push(event: string, payload: object) {
    const answer = await this.#page.evaluate(({ event, payload }) => line.push(event, payload), { event, payload })
    expect(answer).toMatchObject({ status: 'ok' })
  }

  async sends(events: object[]) {
    await this.push('replay:events', { page: 'one', seq: this.#seq, events })
    this.#seq += 1
  }

  /** The last payload of this event. */
  async heard(event: string) {
    return (await this.#heardAll(event)).at(-1)
  }

  async count(event: string) {
    return (await this.#heardAll(event)).length
  }

  async #heardAll(event: string) {
    const all = await this.#page.evaluate(() => line.heard)
    return all.filter((one) => one.event === event).map(({ payload }) => payload)
  }

  leave() {
    return this.#page.evaluate(() => line.socket.close())
  }
}

/** A customer comes to the site. Their recorder is connected. */
export async function visits(visitor: Page, ada: Page, account_id: string, name: string): Promise<Recorder> {
  await visitor.goto(OUTSIDE)
  const customer = { name, email: `${name.toLowerCase()}@example.com`, account_id }
  const { id: customer_id } = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })
  const metadata = { browser: 'Chrome', os: 'Linux', pathname: '/pricing', current_url: 'https://shop.test/pricing' }
  const browser_session = { account_id, customer_id, started_at: new Date().toISOString(), metadata }
  const answer = await visitor.request.post('/api/browser_sessions', { data: { browser_session } })
  expect(answer.ok()).toBe(true)
  const { data } = (await answer.json()) as { data: { id: string } }
  const recorder = new Recorder(visitor, { account_id, session_id: data.id, customer_id })
  await recorder.connect()
  return recorder
}

const player = (page: Page) => page.frameLocator('iframe[title="The visitor’s page"]')

/** The text of the recorded page, as the agent sees it. */
export const shownText = (page: Page) =>
  player(page)
    .locator('iframe')
    .evaluate((frame) => (frame as HTMLIFrameElement).contentDocument?.body?.innerText ?? '')
    .catch(() => '')

/** Where an element of the recorded page is on the agent's screen. */
export async function placeOf(page: Page, selector: string) {
  const outer = await page.locator('iframe[title="The visitor’s page"]').boundingBox()
  const inner = await player(page)
    .locator('iframe')
    .evaluate((node, wanted) => {
      const frame = node as HTMLIFrameElement
      const box = frame.getBoundingClientRect()
      const scale = box.width / frame.offsetWidth
      const target = frame.contentDocument?.querySelector(wanted)?.getBoundingClientRect()
      if (!target) throw new Error(`${wanted} is not drawn`)
      return { x: box.x + (target.x + target.width / 2) * scale, y: box.y + (target.y + target.height / 2) * scale }
    }, selector)
  if (!outer) throw new Error('There is no player')
  return { x: outer.x + 1 + inner.x, y: outer.y + 1 + inner.y }
}
