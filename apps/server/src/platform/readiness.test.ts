import { expect, onTestFinished, test, vi } from 'vitest'
import { reuseFor } from './readiness.js'

test('many calls look once a second', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let looks = 0
  const look = reuseFor(1_000, async () => (looks += 1))

  expect(await Promise.all([look(), look()])).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(999)
  expect(await look()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await look()).toBe(2)
})

test('a failure is not kept for longer than an answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let is_away = true
  const look = reuseFor(1_000, async () => {
    if (is_away) throw new Error('away')
  })

  await expect(look()).rejects.toThrow('away')
  is_away = false
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(look()).resolves.toBeUndefined()
})
