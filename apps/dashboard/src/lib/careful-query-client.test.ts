import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CarefulQueryClient } from './careful-query-client.js'

test('a query that has failed gets one request for an event, and all retries when a user asks', async () => {
  vi.useFakeTimers()
  const queryKey = ['counts']
  const queryFn = vi.fn(() => Promise.reject(new Error('The server cannot be reached')))
  const cache = new CarefulQueryClient()
  const options = cache.defaultQueryOptions({ queryKey, queryFn, retry: 2 })
  const observer = new QueryObserver(cache, options)
  // As a page does when it renders.
  const unsubscribe = observer.subscribe(() => observer.setOptions(options))

  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryFn).toHaveBeenCalledTimes(3)
  void cache.invalidateQueries({ queryKey })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryFn).toHaveBeenCalledTimes(4)
  void observer.refetch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryFn).toHaveBeenCalledTimes(7)
  unsubscribe()
  vi.useRealTimers()
})
