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

test('an event during the first fetch is followed by one more fetch, because the first answer may be older', async () => {
  const answers: Array<(list: string) => void> = []
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  const cache = new CarefulQueryClient()
  const queryKey = ['conversations']
  const observer = new QueryObserver(cache, { queryKey, queryFn })
  const unsubscribe = observer.subscribe(() => {})

  void cache.invalidateQueries({ queryKey })
  void cache.invalidateQueries({ queryKey })
  expect(queryFn).toHaveBeenCalledTimes(1)
  answers[0]?.('without the message')
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  answers[1]?.('with the message')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('with the message'))
  expect(cache.isFetching()).toBe(0)
  expect(queryFn).toHaveBeenCalledTimes(2)
  unsubscribe()
})

test('an event during the first fetch costs a broken server one request', async () => {
  vi.useFakeTimers()
  const queryKey = ['counts']
  const queryFn = vi.fn(() => Promise.reject(new Error('The server cannot be reached')))
  const cache = new CarefulQueryClient()
  const unsubscribe = new QueryObserver(cache, { queryKey, queryFn, retry: 2 }).subscribe(() => {})

  void cache.invalidateQueries({ queryKey })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(queryFn).toHaveBeenCalledTimes(4)
  unsubscribe()
  vi.useRealTimers()
})
