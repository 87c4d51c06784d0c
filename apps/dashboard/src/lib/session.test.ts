import { ApiError } from '@papercups/client-core'
import type { Tokens } from '@papercups/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession, RENEW_AFTER, type SessionParts } from './session.js'

const pair = (name: string): Tokens => ({ token: `${name}.token`, renew_token: `${name}.renew` })
const refused = new ApiError(401, 'Invalid token')

/** One browser, whose tabs share a storage. */
function browser() {
  const kept = new Map<string, string>()
  let turn: Promise<unknown> = Promise.resolve()
  const renew = vi.fn<SessionParts['renew']>(async (token) => pair(token.replace('.renew', '+')))
  const end = vi.fn(async () => undefined)
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const here = () => '/notes'
  return { renew, end, store, tab: () => createSession({ store, renew, end, here, exclusively }) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('starts signed out without tokens, and sends no request', async () => {
  const { tab, renew } = browser()
  const ada = tab()
  expect(ada.getState().status).toBe('starting')
  await ada.start()
  expect(ada.getState().status).toBe('signed-out')
  expect(renew).not.toHaveBeenCalled()
})

test('the start renews stored tokens and keeps both new ones', async () => {
  const { tab, renew } = browser()
  tab().signIn(pair('a'))
  const ada = tab()
  await ada.start()
  expect(renew).toHaveBeenCalledExactlyOnceWith('a.renew')
  expect(ada.token()).toBe('a+.token')
  expect(ada.getState().status).toBe('signed-in')
})

test('many callers share one renewal', async () => {
  const { tab, renew } = browser()
  const ada = tab()
  ada.signIn(pair('a'))
  const tokens = await Promise.all([ada.renew(), ada.renew(), ada.renew()])
  expect(tokens).toEqual(['a+.token', 'a+.token', 'a+.token'])
  expect(renew).toHaveBeenCalledTimes(1)
})

test('two tabs share one renewal', async () => {
  const { tab, renew } = browser()
  const left = tab()
  left.signIn(pair('a'))
  const right = tab()
  expect(await Promise.all([left.renew(), right.renew()])).toEqual(['a+.token', 'a+.token'])
  expect(renew).toHaveBeenCalledTimes(1)
})

test('a renewal follows 20 minutes after each success', async () => {
  const { tab, renew } = browser()
  tab().signIn(pair('a'))
  const ada = tab()
  await ada.start()
  renew.mockClear()
  await vi.advanceTimersByTimeAsync(RENEW_AFTER - 1)
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1 + RENEW_AFTER)
  // The timers of both tabs fired, and each time only one of them renewed.
  expect(renew.mock.calls).toEqual([['a+.renew'], ['a++.renew']])
})

test('a refused renewal ends the session', async () => {
  const { tab, renew, store } = browser()
  tab().signIn(pair('a'))
  const ada = tab()
  renew.mockRejectedValue(refused)
  await ada.start()
  expect(ada.getState()).toEqual({ status: 'signed-out', left: null, ended: true })
  expect(store.getItem('papercups.session')).toBeNull()
})

test('a refused renewal keeps the session when another tab has fresh tokens', async () => {
  const { tab, renew } = browser()
  const left = tab()
  left.signIn(pair('a'))
  const right = tab()
  // No lock here: the other tab writes while our request is running.
  renew.mockImplementationOnce(async () => {
    left.signIn(pair('b'))
    throw refused
  })
  expect(await right.renew()).toBe('b.token')
})

test('an unreachable server does not end the session', async () => {
  const { tab, renew } = browser()
  tab().signIn(pair('a'))
  const ada = tab()
  renew.mockRejectedValueOnce(new ApiError(0, null))
  await ada.start()
  expect(ada.getState().status).toBe('unreachable')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ada.getState().status).toBe('signed-in')
})

test.each([0, 429, 500, 503])('status %i does not end the session', async (status) => {
  const { tab, renew } = browser()
  const ada = tab()
  ada.signIn(pair('a'))
  renew.mockRejectedValueOnce(new ApiError(status))
  await expect(ada.renew()).rejects.toMatchObject({ status })
  expect([ada.getState().status, ada.token()]).toEqual(['signed-in', 'a.token'])
})

test('all tabs know that the server ended the session, until the next sign-in', async () => {
  const { tab, renew } = browser()
  const left = tab()
  left.signIn(pair('a'))
  const [right, third] = [tab(), tab()]
  const ended = { status: 'signed-out', left: null, ended: true }
  renew.mockRejectedValue(refused)

  await left.renew().catch(() => undefined)
  right.storageChanged('papercups.session')
  await third.renew().catch(() => undefined)
  const later = tab()
  await later.start()
  for (const each of [left, right, third, later]) expect(each.getState()).toEqual(ended)

  left.signIn(pair('b'))
  right.storageChanged('papercups.session')
  left.signOut()
  right.storageChanged('papercups.session')
  for (const each of [left, right]) expect(each.getState()).toMatchObject({ status: 'signed-out', ended: false })
})

test('a renewal that is answered after signing out does not sign in again', async () => {
  const { tab, renew, store } = browser()
  const left = tab()
  left.signIn(pair('a'))
  const right = tab()
  renew.mockImplementationOnce(async () => {
    left.signOut()
    return pair('a+')
  })
  await expect(right.renew()).rejects.toMatchObject({ status: 401 })
  expect(right.getState()).toEqual({ status: 'signed-out', left: null, ended: false })
  expect(store.getItem('papercups.session')).toBeNull()
})

test('signing out clears the tokens even if the server does not answer, and other tabs follow', async () => {
  const { tab, end, store } = browser()
  const left = tab()
  left.signIn(pair('a'))
  const right = tab()
  await right.start()
  end.mockRejectedValue(new ApiError(0, null))

  right.signOut()
  expect(right.token()).toBeNull()
  expect(right.getState()).toEqual({ status: 'signed-out', left: '/notes', ended: false })
  expect(store.getItem('papercups.session')).toBeNull()
  left.storageChanged('papercups.session')
  expect(left.getState()).toEqual({ status: 'signed-out', left: null, ended: false })
})

test('a renewal keeps the session’s id, another sign-in changes it', async () => {
  const { tab } = browser()
  const left = tab()
  left.signIn(pair('a'))
  const first = left.getState()
  await left.renew()
  expect(left.getState()).toBe(first)

  tab().signIn(pair('b'))
  left.storageChanged('papercups.session')
  expect(left.getState()).not.toEqual(first)
})
