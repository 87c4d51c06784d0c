import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.js'
import { aMessage } from './a-message.js'
import { createOutbox, failureText, type Outgoing } from './outbox.js'

function setUp() {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const draft = { conversation_id: 'c', user_id: 1, body: 'Hello', private: false, mentions: [], attachments: [] }
  return { open: () => createOutbox(store), draft }
}

test('a message stands in the outbox until it is acknowledged', async () => {
  const { open, draft } = setUp()
  const outbox = open()
  const done = outbox.send(draft, async () => aMessage(1))
  expect(outbox.entries()).toMatchObject([{ body: 'Hello', failure: null }])
  await done
  expect(outbox.entries()).toEqual([])
})

test('a failed one stays with its reason, and goes out again as the same message', async () => {
  const { open, draft } = setUp()
  const outbox = open()
  const send = vi.fn<(message: Outgoing) => Promise<never>>().mockRejectedValue(new ApiError(403, 'Not today'))
  await outbox.send(draft, send)
  const [entry] = outbox.entries()
  expect(entry?.failure).toBe('Failed to send: Not today')

  await outbox.retry(entry?.client_message_id ?? '', send)
  const ids = send.mock.calls.map(([message]) => message.client_message_id)
  expect(ids).toEqual([entry?.client_message_id, entry?.client_message_id])
})

test('messages of a conversation go out one after the other', async () => {
  const { open, draft } = setUp()
  const outbox = open()
  const log: string[] = []
  const send = async ({ body }: Outgoing) => {
    log.push(`start ${body}`)
    await Promise.resolve()
    log.push(`end ${body}`)
    return aMessage(1)
  }
  await Promise.all([outbox.send({ ...draft, body: 'one' }, send), outbox.send({ ...draft, body: 'two' }, send)])
  expect(log).toEqual(['start one', 'end one', 'start two', 'end two'])
})

test('what was on its way when the page ended is there to be sent again', () => {
  const { open, draft } = setUp()
  void open().send(draft, () => new Promise(() => undefined))
  expect(open().entries()).toMatchObject([{ body: 'Hello', failure: 'Message failed to send. Try again?' }])
})

test('a long reason is not shown', () => {
  expect(failureText(new Error('x'.repeat(59)))).toBe(`Failed to send: ${'x'.repeat(59)}`)
  expect(failureText(new Error('x'.repeat(60)))).toBe('Message failed to send. Try again?')
})
