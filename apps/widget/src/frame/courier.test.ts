import { PushError } from '@papercups/wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.js'
import { createCourier } from './courier.js'
import { createOutbox } from './outbox.js'
import { openStore } from './storage.js'

function story() {
  const outbox = createOutbox(
    openStore(() => {
      throw new Error('denied')
    }),
    'x',
  )
  const sent: string[] = []
  const failures: Error[] = []
  const road = { isOpen: true }
  const courier = createCourier({
    next: () => outbox.next(),
    reach: async () => road.isOpen,
    async push(entry) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(entry.body)
      outbox.remove(entry.client_message_id)
    },
    refuse: (entry, reason) => outbox.refuse(entry.client_message_id, reason),
    changed() {},
  })
  return { outbox, courier, sent, failures, road }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('messages go out in the order in which they were written', async () => {
  const { outbox, courier, sent } = story()
  for (const body of ['one', 'two', 'three']) outbox.add(body)
  courier.deliver()
  courier.deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one', 'two', 'three'])
})

test.each([
  new PushError({ reason: 'timeout' }),
  new PushError({ reason: 'Something went wrong' }),
  new PushError({ reason: 'Too many requests. Try again in 3 seconds.' }),
  new PushError({ reason: 'unmatched topic' }),
  new ApiError(0, 'offline'),
  new ApiError(429, 'slow down'),
  new ApiError(503, 'starting'),
  new TypeError('surprise'),
])('nothing is given up because of %s', async (failure) => {
  const { outbox, courier, sent, failures } = story()
  failures.push(failure, failure)
  outbox.add('one')
  outbox.add('two')
  courier.deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one', 'two'])
  expect(outbox.entries()).toEqual([])
})

test.each([new PushError({ reason: 'Unprocessable Entity', errors: {} }), new ApiError(403, 'blocked')])(
  'a message that the server refuses (%s) is kept for the visitor, and the next one goes',
  async (refusal) => {
    const { outbox, courier, sent, failures } = story()
    failures.push(refusal)
    outbox.add('bad')
    outbox.add('good')
    courier.deliver()
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['good'])
    expect(outbox.entries()).toMatchObject([{ body: 'bad', refused: expect.any(String) }])
  },
)

test('without a conversation to speak to it waits until it is told that there is one', async () => {
  const { outbox, courier, sent, road } = story()
  road.isOpen = false
  outbox.add('one')
  courier.deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
  road.isOpen = true
  courier.deliver(true)
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one'])
})
