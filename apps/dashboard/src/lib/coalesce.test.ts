import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs at once, and then at most once a second', async () => {
  const work = vi.fn(async () => undefined)
  const call = coalesce(work, 1_000)

  call()
  expect(work).toHaveBeenCalledTimes(1)
  for (let push = 0; push < 600; push += 1) {
    await vi.advanceTimersByTimeAsync(100)
    call()
  }
  expect(work.mock.calls.length).toBeLessThanOrEqual(61)

  await vi.advanceTimersByTimeAsync(5_000)
  const after = work.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(after)
})

test('a call during the work runs it again, and slow work is not interrupted', async () => {
  let finish = () => undefined as void
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const call = coalesce(work, 1_000)

  call()
  await vi.advanceTimersByTimeAsync(10_000)
  call()
  expect(work).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(2)
})
