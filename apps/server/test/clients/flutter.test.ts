import type { Message } from '@papercups/contract'
import { decodeFrame, type Frame } from '@papercups/wire'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Client } from '../client.js'
import { theServer } from '../server.js'
import { newCompany } from '../story.js'

/** Replays the calls of the published Flutter package. It has no inbox, settings or seen state. */
class FlutterApp extends Client {
  readonly frames: Frame[] = []
  #socket: WebSocket | undefined
  #ref = 0

  async mounts() {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`)
    onTestFinished(() => socket.close())
    socket.on('message', (data) => {
      const frame = decodeFrame('2.0.0', String(data))
      if (frame) this.frames.push(frame)
    })
    this.#socket = socket
    await once(socket, 'open')
    await this.answered(this.pushes('phoenix', 'heartbeat', {}))
  }

  pushes(topic: string, event: string, payload: object) {
    const ref = String((this.#ref += 1))
    this.#socket?.send(JSON.stringify([event === 'heartbeat' ? null : '2', ref, topic, event, payload]))
    return ref
  }

  answered(ref: string) {
    const isAnswer = (frame: Frame) => frame.event === 'phx_reply' && frame.ref === ref
    return vi.waitFor(() => expect(this.frames.find(isAnswer)?.payload).toMatchObject({ status: 'ok' }), 15_000)
  }

  get heard() {
    return this.frames.filter(({ event }) => event === 'shout').map(({ payload }) => payload as Message)
  }

  /** What it draws besides its own: whose a message is, it tells by whether there is a customer. */
  shown() {
    return this.heard.filter(({ customer }) => !customer).map(({ body }) => body)
  }

  identifies(account_id: string, external_id: string) {
    return this.data('GET', `/api/customers/identify?external_id=${external_id}&account_id=${account_id}`)
  }
}

test('a Flutter app finds its conversation again, and shows each message once', async () => {
  const server = await theServer()
  const { id: account_id, admin: ada } = await newCompany(server, 'Acme', 'ada')
  const app = new FlutterApp(server.url)
  await app.mounts()

  expect(await app.identifies(account_id, 'carla-1')).toEqual({ customer_id: null })
  const now = '2026-03-01T10:20:30.123456'
  const person = { account_id, name: 'Carla', email: 'carla@example.com', external_id: 'carla-1' }
  const seen = { first_seen: now, last_seen_at: now }
  const { id: customer_id } = await app.data('POST', '/api/customers', {
    customer: { ...person, ...seen, plan: 'pro', level: 7 },
  })
  const { id } = await app.data('POST', '/api/conversations', { conversation: { account_id, customer_id } })
  const topic = `conversation:${id}`
  await app.answered(app.pushes(topic, 'phx_join', {}))
  app.pushes(topic, 'shout', { body: ' Where is my parcel? ', customer_id, sent_at: `${now}Z` })
  await expect.poll(() => app.heard).toHaveLength(1)
  await ada.replies(id, 'On its way!')

  await expect.poll(() => app.shown()).toEqual(['On its way!'])
  const [own, reply] = app.heard
  expect(own).toMatchObject({ body: ' Where is my parcel? ', sent_at: '2026-03-01T10:20:30Z', customer_id })
  expect(own?.customer).toMatchObject({ id: customer_id })
  expect(reply).toMatchObject({ customer_id: null, user_id: ada.id, user: { id: ada.id, email: expect.any(String) } })
  expect(reply?.sent_at).toMatch(/Z$/)
  expect(reply?.created_at).toMatch(/^[\d-]+T[\d:.]+Z?$/)
  // This client gives up a topic after any refusal.
  expect(JSON.stringify(app.frames)).not.toContain('"error"')

  const again = new FlutterApp(server.url)
  await again.mounts()
  expect(await again.identifies(account_id, 'carla-1')).toEqual({ customer_id })
  const path = `/api/conversations/customer?customer_id=${customer_id}&account_id=${account_id}`
  const [conversation] = await again.data('GET', path)
  expect(conversation).toMatchObject({ id, customer: { id: customer_id } })
  expect(conversation.messages.map(({ body }: Message) => body)).toEqual([' Where is my parcel? ', 'On its way!'])
  await again.answered(again.pushes(`conversation:${conversation.id}`, 'phx_join', {}))
  const metadata = { name: 'Carla D.', email: 'carla@example.com', external_id: 'carla-1', metadata: { plan: 'pro' } }
  await again.data('PUT', `/api/customers/${customer_id}/metadata`, { metadata })
  await ada.replies(id, 'Anything else?')
  await expect.poll(() => again.shown()).toEqual(['Anything else?'])
})

test('a Flutter app reads the answer to an upload in one piece', async () => {
  const server = await theServer()
  const { id: account_id } = await newCompany(server, 'Acme', 'ada')
  const form = new FormData()
  form.append('account_id', account_id)
  form.append('file', new Blob(['hello']), 'my note.txt')

  const answer = await fetch(`${server.url}/api/upload`, { method: 'POST', body: form })

  expect(answer.status).toBe(201)
  expect(answer.headers.get('transfer-encoding')).toBeNull()
  expect(Number(answer.headers.get('content-length'))).toBe((await answer.text()).length)
})
