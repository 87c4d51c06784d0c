import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatches, type Refusal } from './batches.js'

beforeEach(() => {
  vi.useFakeTimers()
  // The test checks the events, so they stay readable.
  vi.stubGlobal('CompressionStream', undefined)
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that takes every batch unless it has a reason not to. */
function open() {
  const received: Array<{ seq: number; events: unknown; marks: unknown; snapshot: boolean }> = []
  const reasons: Refusal[] = []
  const lost = vi.fn()
  const refused = vi.fn()
  const batches = createBatches({
    page: 'p',
    async send(batch) {
      const reason = reasons.shift()
      if (reason) throw new Error(reason)
      received.push(batch)
    },
    reasonOf: (error) => (error as Error).message as Refusal,
    lost,
    refused,
  })
  let at = 0
  const add = (json: string, more: object = {}) => batches.add({ at: (at += 1), json, ...more })
  const seen = () => received.map(({ seq, events }) => [seq, ...(events as unknown[])])
  return { batches, add, received, seen, reasons, lost, refused }
}

test('sends every ten seconds, and every two while somebody watches', async () => {
  const { batches, add, seen } = open()
  batches.setConnected(true)
  add('1')
  await vi.advanceTimersByTimeAsync(9_900)
  expect(seen()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(seen()).toEqual([[0, 1]])

  batches.setLive(true)
  add('2')
  add('3')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(seen()).toEqual([
    [0, 1],
    [1, 2, 3],
  ])
})

test('sends a large batch at once', async () => {
  const { batches, add, received } = open()
  batches.setConnected(true)
  add(JSON.stringify('x'.repeat(300_000)))
  await vi.advanceTimersByTimeAsync(0)
  expect(received).toHaveLength(1)
})

test('describes a batch, so that the server need not read it', async () => {
  const { batches, add, received } = open()
  const mark = { at: 2, kind: 'click', text: 'Buy' } as const
  add('1', { snapshot: true })
  add('2', { mark })
  batches.setConnected(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(received).toEqual([
    { page: 'p', seq: 0, events: [1, 2], first_at: 1, last_at: 2, snapshot: true, marks: [mark] },
  ])
})

test('sends a batch again, with its number, until the server has it', async () => {
  const { batches, add, seen, reasons } = open()
  reasons.push('timeout', 'slow_down')
  add('1')
  batches.setConnected(true)
  await vi.advanceTimersByTimeAsync(0)
  batches.setConnected(false)
  add('2')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen()).toEqual([])
  batches.setConnected(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen()).toEqual([
    [0, 1],
    [1, 2],
  ])
})

test('goes on with a new snapshot after a batch that the server cannot use', async () => {
  const { batches, add, seen, reasons, lost } = open()
  reasons.push('invalid')
  add('1')
  batches.setConnected(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(lost).toHaveBeenCalledOnce()
  add('2')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen()).toEqual([[1, 2]])
})

test('closes a batch before a frame becomes too large for the server', async () => {
  const { batches, add, received } = open()
  batches.setConnected(true)
  for (let count = 0; count < 6; count += 1) {
    for (let small = 0; small < 2; small += 1) add(JSON.stringify('x'.repeat(100_000)))
    add(JSON.stringify('語'.repeat(1_600_000)))
    await vi.advanceTimersByTimeAsync(0)
  }
  const bytes = received.map((batch) => Buffer.byteLength(JSON.stringify(batch)))
  expect(bytes).toHaveLength(6)
  expect(Math.max(...bytes)).toBeLessThan(10 * 1024 * 1024)
})

test('refuses an event by its bytes, not by its characters', () => {
  const { add } = open()
  expect(add(JSON.stringify('x'.repeat(1_800_000)))).toBe(true)
  expect(add(JSON.stringify('語'.repeat(1_800_000)))).toBe(false)
})

test('gives up a large batch that the server refuses or that ends the connection each time', async () => {
  const { batches, add, seen, reasons, lost } = open()
  const large = JSON.stringify('x'.repeat(300_000))
  reasons.push('too_large', 'timeout', 'timeout', 'timeout')
  batches.setConnected(true)
  add(large)
  await vi.advanceTimersByTimeAsync(0)
  expect(lost.mock.calls).toEqual([['too large']])
  add(large)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lost.mock.calls).toEqual([['too large'], ['too large']])
  add('1')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen()).toEqual([[2, 1]])
})

test('reports a session that is finished or full', async () => {
  const { batches, add, seen, reasons, refused } = open()
  reasons.push('finished')
  add('1')
  batches.setConnected(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toHaveBeenCalledWith('finished')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen()).toEqual([[0, 1]])
})

test('keeps at most 8 MB without a connection', () => {
  const { add, lost } = open()
  const json = JSON.stringify('x'.repeat(1_000_000))
  for (let i = 0; i < 9; i++) add(json)
  expect(lost).toHaveBeenCalledOnce()
  expect(add(JSON.stringify('x'.repeat(5_000_001)))).toBe(false)
})

test('hands out what fits into a beacon, first events first', () => {
  const { batches, add } = open()
  add('"first"')
  batches.flush()
  for (let i = 0; i < 100; i++) add(JSON.stringify('é'.repeat(500)))
  const bodies = batches.rest(60_000).map((body) => JSON.parse(body) as { seq: number; events: string[] })
  expect(bodies.map(({ seq, events }) => [seq, events.length])).toEqual([
    [0, 1],
    [1, 57],
  ])
  expect(batches.rest(60_000)).toHaveLength(1)
})
