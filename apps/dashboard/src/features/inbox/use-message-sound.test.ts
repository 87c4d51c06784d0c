import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBell } from './use-message-sound.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('plays at once, and then at most every ten seconds', () => {
  const ring = vi.fn()
  const bell = createBell(ring)
  bell()
  bell()
  vi.advanceTimersByTime(9_999)
  bell()
  expect(ring).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  bell()
  expect(ring).toHaveBeenCalledTimes(2)
})
