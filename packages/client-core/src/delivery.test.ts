import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.js'
import { createDelivery } from './delivery.js'
import { createOutbox } from './outbox.js'
import { twoTabs } from './two-tabs.js'

/** The error of a refused push. */
const pushError = (reason: string) => Object.assign(new Error(reason), { response: { reason } })

function setUp() {
  const outbox = createOutbox<{ body: string }>(twoTabs().a, 'x:')
  const sent: string[] = []
  const failures: Error[] = []
  const route = { isReady: true }
  const deliver = createDelivery(outbox, {
    isReady: () => route.isReady,
    async send({ body }) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(body)
    },
    explain: ({ message }) => message,
  })
  return { outbox, deliver, sent, failures, route }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('sends messages in the order in which they were written', async () => {
  const { outbox, deliver, sent } = setUp()
  for (const body of ['one', 'two', 'three']) outbox.add({ body })
  deliver()
  deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(outbox.entries()).toEqual([])
})

test.each([
  pushError('timeout'),
  pushError('Something went wrong'),
  pushError('Too many requests. Try again in 3 seconds.'),
  pushError('unmatched topic'),
  new ApiError(0, 'offline'),
  new ApiError(401, 'lapsed'),
  new ApiError(429, 'slow down'),
  new ApiError(503, 'starting'),
  new TypeError('surprise'),
])('tries again after %s', async (failure) => {
  const { outbox, deliver, sent, failures } = setUp()
  failures.push(failure, failure)
  outbox.add({ body: 'one' })
  outbox.add({ body: 'two' })
  deliver()
  await vi.advanceTimersByTimeAsync(0)
  const failed = { failure: failure.message, refused: false }
  expect(outbox.entries()).toMatchObject([failed, failed])
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one', 'two'])
  expect(outbox.entries()).toEqual([])
})

test.each([pushError('Unprocessable Entity'), new ApiError(403, 'blocked')])(
  'keeps a message that the server refuses (%s), and sends the next one',
  async (refusal) => {
    const { outbox, deliver, sent, failures } = setUp()
    failures.push(refusal)
    const { client_message_id: id } = outbox.add({ body: 'bad' })
    outbox.add({ body: 'good' })
    deliver()
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['good'])
    expect(outbox.entries()).toMatchObject([{ body: 'bad', failure: refusal.message, refused: true }])

    outbox.retry(id)
    deliver()
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['good', 'bad'])
  },
)

test('waits until it can send', async () => {
  const { outbox, deliver, sent, route } = setUp()
  route.isReady = false
  outbox.add({ body: 'one' })
  deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
  route.isReady = true
  deliver(true)
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one'])
})

test('sends what is stored when it is ready: changed meanwhile, or already sent by another tab', async () => {
  const { a } = twoTabs()
  const outbox = createOutbox<{ body: string; to?: string }>(a, 'x:')
  const sent: unknown[] = []
  const deliver = createDelivery(outbox, {
    isReady({ client_message_id: id, body }) {
      if (body === 'sent elsewhere') outbox.remove(id)
      else outbox.change(id, { to: 'here' })
      return true
    },
    send: async ({ body, to }) => sent.push([body, to]),
    explain: String,
  })
  for (const body of ['sent elsewhere', 'one']) outbox.add({ body })
  deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([['one', 'here']])
})

test('does not wait for the reply of a lost connection', async () => {
  const { outbox } = setUp()
  const sent: string[] = []
  const deliver = createDelivery(outbox, {
    isReady: () => true,
    send: ({ body }) => (sent.push(body) === 1 ? new Promise(() => {}) : Promise.resolve()),
    explain: String,
  })
  outbox.add({ body: 'one' })
  deliver()
  await vi.runAllTimersAsync()
  deliver()
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one'])
  deliver(true)
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['one', 'one'])
  expect(outbox.entries()).toEqual([])
})
