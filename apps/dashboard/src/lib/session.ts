import { ApiError } from '@papercups/client-core'
import { randomId } from '@papercups/client-core'
import type { Tokens } from '@papercups/contract'
import { request } from './request.js'
import { readJson, storage, type KeyValueStore } from './storage.js'

export const RENEW_AFTER = 1_200_000
const RETRY_AFTER = 5_000
const KEY = 'papercups.session'

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

  function adopt(stored: Stored | null, left: string | null = null, ended = false) {
    known = stored
    clearTimeout(timer)
    if (stored) timer = setTimeout(() => void renewNow().catch(() => retryIn(RETRY_AFTER)), RENEW_AFTER)
    setState(stored ? { status: 'signed-in', id: stored.id } : { status: 'signed-out', left, ended })
  }

  function retryIn(delay: number) {
    clearTimeout(timer)
    if (!known) return
    timer = setTimeout(() => void renewNow().catch(() => retryIn(Math.min(delay * 2, 60_000))), delay)
  }

  function keep(tokens: Tokens, id: string) {
    const stored = { token: tokens.token, renew_token: tokens.renew_token, id }
    store.setItem(KEY, JSON.stringify(stored))
    adopt(stored)
    return stored.token
  }

  function drop(left: string | null = null, ended = false) {
    store.removeItem(KEY)
    adopt(null, left, ended)
  }

  /** A renewal token works once, so all callers in this tab share one request, and all tabs share its result. */
  function renewNow(): Promise<string> {
    renewing ??= exclusively(async () => {
      const stored = readJson<Stored>(store, KEY)
      if (!stored) {
        drop()
        throw new ApiError(401, 'Invalid token!')
      }
      if (stored.token !== known?.token) {
        adopt(stored)
        return stored.token
      }
      try {
        return keep(await renew(stored.renew_token), stored.id)
      } catch (error) {
        const current = readJson<Stored>(store, KEY)
        if (current && current.token !== stored.token) {
          adopt(current)
          return current.token
        }
        // Nothing is known if the user has signed out meanwhile.
        if (known && error instanceof ApiError && (error.status === 401 || error.status === 403)) drop(null, true)
        throw error
      }
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
      if (!known) return setState({ status: 'signed-out', left: null, ended: false })
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
      drop(here())
      if (token) void end(token).catch(() => undefined)
    },

    /** Another tab has renewed, signed in or signed out. */
    storageChanged(key: string | null) {
      if (key !== null && key !== KEY) return
      const stored = readJson<Stored>(store, KEY)
      if (stored?.token !== known?.token) adopt(stored)
    },
  }
}

export const session = createSession({
  store: storage,
  async renew(renewToken) {
    const { data } = (await request({ method: 'POST', path: '/session/renew', token: renewToken })) as { data: Tokens }
    return data
  },
  end: (token) => request({ method: 'DELETE', path: '/session', token, keepalive: true }),
  here: () => location.pathname + location.search + location.hash,
  // http origins have no locks. There the server accepts a just-used renewal token again for a few seconds.
  exclusively: async (work) =>
    'locks' in navigator ? await navigator.locks.request('papercups.session', work) : await work(),
})
