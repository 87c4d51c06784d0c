import { ApiError, randomId } from '@papercups/client-core'
import type { Tokens } from '@papercups/contract'
import { renewTokens } from './renew-tokens.js'
import { request } from './request.js'
import { readJson, storage, type KeyValueStore } from './storage.js'

export const RENEW_AFTER = 1_200_000
/** Twice within the ten seconds in which the server takes a used renewal token again. */
const RETRY_AFTER = 3_000
const KEY = 'papercups.session'
/** Tells all tabs that the server ended the session, until somebody signs in again. */
const ENDED = 'papercups.session.ended'

interface Stored extends Tokens {
  /** Created at sign-in and kept by renewals. Another id means another sign-in. */
  id: string
}

export type SessionState =
  | { status: 'starting' | 'unreachable' }
  | { status: 'signed-in'; id: string }
  /**
   * `left` is the page where the user signed out. The login page does not lead back to it. `ended` says that the server
   * ended the session.
   */
  | { status: 'signed-out'; left: string | null; ended: boolean }

export interface SessionParts {
  store: KeyValueStore
  renew(renewToken: string): Promise<Tokens>
  end(token: string): Promise<unknown>
  /** The current path. */
  here(): string
  /** Runs one at a time over all tabs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/** The tokens that all tabs share, and the sign-in state. */
export function createSession({ store, renew, end, here, exclusively }: SessionParts) {
  const listeners = new Set<() => void>()
  let known = readJson<Stored>(store, KEY)
  let state: SessionState = { status: 'starting' }
  let renewing: Promise<string> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function setState(next: SessionState) {
    const same = next.status === state.status && JSON.stringify(next) === JSON.stringify(state)
    state = same ? state : next
    if (!same) listeners.forEach((listener) => listener())
  }

  const read = () => readJson<Stored>(store, KEY)
  const hasEnded = () => store.getItem(ENDED) !== null

  function adopt(stored: Stored | null, left: string | null = null) {
    known = stored
    clearTimeout(timer)
    if (stored) timer = setTimeout(() => void renewNow().catch(() => retryIn(RETRY_AFTER)), RENEW_AFTER)
    setState(stored ? { status: 'signed-in', id: stored.id } : { status: 'signed-out', left, ended: hasEnded() })
  }

  function retryIn(delay: number) {
    clearTimeout(timer)
    if (!known) return
    timer = setTimeout(() => void renewNow().catch(() => retryIn(Math.min(delay * 2, 60_000))), delay)
  }

  function keep(tokens: Tokens, id: string) {
    const stored = { token: tokens.token, renew_token: tokens.renew_token, id }
    store.removeItem(ENDED)
    store.setItem(KEY, JSON.stringify(stored))
    adopt(stored)
    return stored.token
  }

  /** The other tabs notice that the tokens are gone, and then read why. */
  function endByServer() {
    store.setItem(ENDED, 'true')
    store.removeItem(KEY)
    adopt(null)
  }

  /** Another tab has renewed, signed in or signed out. */
  function follow() {
    const stored = read()
    if (stored?.token !== known?.token) adopt(stored)
    if (!stored) throw new ApiError(401, 'Invalid token!')
    return stored.token
  }

  /** A renewal token works once, so all callers in this tab share one request, and all tabs share its result. */
  function renewNow(): Promise<string> {
    renewing ??= exclusively(async () => {
      const stored = read()
      if (!stored || stored.token !== known?.token) return follow()
      const isCurrent = () => read()?.token === stored.token
      try {
        const tokens = await renew(stored.renew_token)
        if (isCurrent()) return keep(tokens, stored.id)
      } catch (error) {
        if (isCurrent()) {
          if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endByServer()
          throw error
        }
      }
      return follow()
    }).finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    getState: () => state,
    token: () => known?.token ?? null,
    renew: renewNow,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Routes wait for this before they redirect to the login page. An unreachable server does not end the session. */
    async start() {
      if (!known) return adopt(null)
      setState({ status: 'starting' })
      try {
        await renewNow()
      } catch {
        if (!known) return
        setState({ status: 'unreachable' })
        retryIn(RETRY_AFTER)
      }
    },

    signIn: (tokens: Tokens) => void keep(tokens, randomId()),

    signOut() {
      const token = known?.token
      store.removeItem(ENDED)
      store.removeItem(KEY)
      adopt(null, here())
      if (token) void end(token).catch(() => undefined)
    },

    storageChanged(key: string | null) {
      if (key !== null && key !== KEY) return
      const stored = read()
      if (stored?.token !== known?.token) adopt(stored)
    },
  }
}

export const session = createSession({
  store: storage,
  renew: renewTokens,
  end: (token) => request({ method: 'DELETE', path: '/session', token, keepalive: true }),
  here: () => location.pathname + location.search + location.hash,
  // http origins have no locks. There the server accepts a just-used renewal token again for a few seconds.
  exclusively: async (work) =>
    'locks' in navigator ? await navigator.locks.request('papercups.session', work) : await work(),
})
