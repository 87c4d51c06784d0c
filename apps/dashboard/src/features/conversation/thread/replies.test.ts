import { ApiError } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOutbox, type Outgoing } from '../../../entities/message/outbox.js'
import { aMessage } from './a-message.js'
import { createReplies, failureText } from './replies.js'

const draft = { conversation_id: 'c', user_id: 1, body: 'Hello', private: false, mentions: [], attachments: [] }

/** A browser with one storage for all its tabs, and a server that answers `post`. */
function setUp() {
  const kept = new Map<string, string>()
  const store = {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
  const post = vi.fn<(reply: Outgoing) => Promise<Message>>(async () => aMessage(1))
  return {
    post,
    openTab() {
      const outbox = openOutbox(store)
      return { outbox, replies: createReplies(outbox, post) }
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a reply stays in the outbox until the server acknowledges it', async () => {
  const { openTab } = setUp()
  const { outbox, replies } = openTab()
  const onSent = vi.fn()
  replies.start(1, onSent)
  replies.send(draft)
  expect(outbox.entries()).toMatchObject([{ body: 'Hello' }])
  await vi.runAllTimersAsync()
  expect(outbox.entries()).toEqual([])
  expect(onSent).toHaveBeenCalledWith(aMessage(1))
})

test('sends a failed reply again automatically, as the same message', async () => {
  const { openTab, post } = setUp()
  const { outbox, replies } = openTab()
  replies.start(1, vi.fn())
  post.mockRejectedValueOnce(new ApiError(0))
  replies.send(draft)
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.entries()).toMatchObject([{ failure: 'Message failed to send. Try again?' }])

  replies.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.entries()).toEqual([])
  const ids = post.mock.calls.map(([reply]) => reply.client_message_id)
  expect(ids[0]).toBe(ids[1])
})

test('keeps a refused reply until its author retries or discards it', async () => {
  const { openTab, post } = setUp()
  const { outbox, replies } = openTab()
  replies.start(1, vi.fn())
  post.mockRejectedValue(new ApiError(403, 'Not today'))
  replies.send(draft)
  await vi.runAllTimersAsync()
  const [entry] = outbox.entries()
  expect(entry).toMatchObject({ failure: 'Failed to send: Not today', refused: true })
  if (!entry) return

  replies.retry(entry)
  await vi.runAllTimersAsync()
  expect(post).toHaveBeenCalledTimes(2)
  replies.discard(entry)
  expect(outbox.entries()).toEqual([])
})

test('sends the replies of a conversation one after the other', async () => {
  const { openTab, post } = setUp()
  const { replies } = openTab()
  replies.start(1, vi.fn())
  const log: string[] = []
  post.mockImplementation(async ({ body }) => {
    log.push(`start ${body}`)
    await Promise.resolve()
    log.push(`end ${body}`)
    return aMessage(1)
  })
  replies.send({ ...draft, body: 'one' })
  replies.send({ ...draft, body: 'two' })
  await vi.runAllTimersAsync()
  expect(log).toEqual(['start one', 'end one', 'start two', 'end two'])
})

test('a slow conversation does not delay another one', async () => {
  const { openTab, post } = setUp()
  const { outbox, replies } = openTab()
  replies.start(1, vi.fn())
  post.mockImplementationOnce(() => new Promise(() => {}))
  replies.send({ ...draft, conversation_id: 'slow' })
  replies.send({ ...draft, conversation_id: 'fast' })
  await vi.runAllTimersAsync()
  expect(outbox.entries()).toMatchObject([{ conversation_id: 'slow' }])
})

test('the next tab sends the unsent replies of a closed tab', async () => {
  const { openTab, post } = setUp()
  post.mockRejectedValueOnce(new ApiError(503))
  const closed = openTab()
  const stop = closed.replies.start(1, vi.fn())
  closed.replies.send(draft)
  await vi.advanceTimersByTimeAsync(0)
  stop()

  const { outbox, replies } = openTab()
  expect(outbox.entries()).toMatchObject([{ body: 'Hello' }])
  replies.start(1, vi.fn())
  await vi.runAllTimersAsync()
  expect(outbox.entries()).toEqual([])
})

test('sending in one tab keeps the unsent reply of another tab', async () => {
  const { openTab, post } = setUp()
  const [a, b] = [openTab(), openTab()]
  a.replies.start(1, vi.fn())
  b.replies.start(1, vi.fn())
  post.mockRejectedValueOnce(new ApiError(403, 'Not today'))
  a.replies.send({ ...draft, body: 'from A' })
  await vi.runAllTimersAsync()
  b.replies.send({ ...draft, body: 'from B' })
  await vi.runAllTimersAsync()
  expect(openTab().outbox.entries()).toMatchObject([{ body: 'from A' }])
})

test('never sends a reply of another user of this browser', async () => {
  const { openTab, post } = setUp()
  const { outbox, replies } = openTab()
  post.mockRejectedValueOnce(new ApiError(401))
  const signOut = replies.start(1, vi.fn())
  replies.send(draft)
  await vi.advanceTimersByTimeAsync(0)
  signOut()
  replies.start(2, vi.fn())
  await vi.runAllTimersAsync()
  expect(post).toHaveBeenCalledTimes(1)

  replies.start(1, vi.fn())
  await vi.runAllTimersAsync()
  expect(post).toHaveBeenCalledTimes(2)
  expect(outbox.entries()).toEqual([])
})

test('hides a long reason', () => {
  expect(failureText(new Error('x'.repeat(59)))).toBe(`Failed to send: ${'x'.repeat(59)}`)
  expect(failureText(new Error('x'.repeat(60)))).toBe('Message failed to send. Try again?')
})
