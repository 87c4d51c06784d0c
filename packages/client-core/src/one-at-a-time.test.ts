import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.js'
import type { Store } from './store.js'
import { twoTabs } from './two-tabs.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Two tabs create something once: the second has to find what the first created. */
async function makeInBothTabs(tabs: ReturnType<typeof twoTabs>) {
  let made = 0
  const makeOnce = (store: Store) => async () => {
    if (store.get('made')) return
    await new Promise((resolve) => setTimeout(resolve, 400))
    made++
    store.set('made', 'yes')
  }
  const syncing = setInterval(tabs.sync, 20)
  const both = Promise.all([tabs.a, tabs.b].map((store) => oneAtATime(store, 'x', makeOnce(store))))
  await vi.advanceTimersByTimeAsync(2000)
  await both
  clearInterval(syncing)
  return made
}

test('without Web Locks the oldest ticket goes first', async () => {
  vi.stubGlobal('navigator', {})
  const tabs = twoTabs()
  expect(await makeInBothTabs(tabs)).toBe(1)
  expect(tabs.a.keys()).toEqual(['made'])
})

test('a tab that was closed during its turn does not block the others forever', async () => {
  vi.stubGlobal('navigator', {})
  const { a } = twoTabs()
  a.set(`x:turn:${Date.now() - 1}:closed`, '1')
  const work = vi.fn(async () => {})
  const done = oneAtATime(a, 'x', work)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(11_000)
  await done
  expect(work).toHaveBeenCalledTimes(1)
})

test('stores no ticket with Web Locks', async () => {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<void>) => (last = last.then(work))
  vi.stubGlobal('navigator', { locks: { request } })
  const tabs = twoTabs()
  const set = vi.spyOn(tabs.a, 'set')
  expect(await makeInBothTabs(tabs)).toBe(1)
  expect(set.mock.calls).toEqual([['made', 'yes']])
})

test.each([{}, { locks: { request: (_: string, work: () => Promise<void>) => work() } }])(
  'a failure is the caller’s to handle, and the work is not done twice',
  async (navigator) => {
    vi.stubGlobal('navigator', navigator)
    const work = vi.fn(() => Promise.reject(new Error('offline')))
    const failure = oneAtATime(twoTabs().a, 'x', work).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failure).toEqual(new Error('offline'))
    expect(work).toHaveBeenCalledTimes(1)
  },
)
