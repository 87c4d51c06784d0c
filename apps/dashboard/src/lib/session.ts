import { ApiError } from '@papercups/client-core'
import { randomId } from '@papercups/client-core'
import type { Tokens } from '@papercups/contract'
import { request } from './request.js'
import { readJson, storage, type KeyValueStore } from './storage.js'

export const RENEW_AFTER = 1_200_000
const RETRY_AFTER = 5_000
const KEY = 'papercups.session'

interface Stored extends Tokens {
  /** Made at sign-in and kept by renewals: another one means another person. */
  id: string
}

export type SessionState =
  | { status: 'starting' | 'unreachable' }
  | { status: 'signed-in'; id: string }
  /** The page where somebody left by themselves: they need not be led back to it. */
  | { status: 'signed-out'; left: string | null }

export interface SessionParts {
  store: KeyValueStore
  renew(renewToken: string): Promise<Tokens>
  end(token: string): Promise<unknown>
  /** The page that is shown. */
  here(): string
  /** Runs one holder at a time among all tabs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/** The pair of tokens that all tabs share, and whether somebody is signed in. */
export function createSession({ store, renew, end, here, exclusively }: SessionParts) {
  const listeners = new Set<() => void>()
  let known = readJson<Stored>(store, KEY)
  let state: SessionState = { status: 'starting' }
  let renewing: Promise<string> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: SessionState) {
    const same = next.status === state.status && JSON.stringify(next) === JSON.stringify(state)
    state = same ? state : next
    if (!same) listeners.forEach((listener) => listener())
  }

  function adopt(stored: Stored | null, left: string | null = null) {
    known = stored
    clearTimeout(timer)
    if (stored) timer = setTimeout(() => void renewNow().catch(() => again(RETRY_AFTER)), RENEW_AFTER)
    become(stored ? { status: 'signed-in', id: stored.id } : { status: 'signed-out', left })
  }

  function again(delay: number) {
    clearTimeout(timer)
    if (!known) return
    timer = setTimeout(() => void renewNow().catch(() => again(Math.min(delay * 2, 60_000))), delay)
  }

  function keep(tokens: Tokens, id: string) {
    const stored = { token: tokens.token, renew_token: tokens.renew_token, id }
    store.setItem(KEY, JSON.stringify(stored))
    adopt(stored)
    return stored.token
  }

  function drop(left: string | null = null) {
    store.removeItem(KEY)
    adopt(null, left)
  }

  /** A renewal token works once, so one request serves every caller in this tab, and one tab serves the others. */
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
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) drop()
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

    /** Nobody is sent to the login page before this has finished; a server that is away ends nobody's session. */
    async start() {
      if (!known) return become({ status: 'signed-out', left: null })
      become({ status: 'starting' })
      try {
        await renewNow()
      } catch {
        if (!known) return
        become({ status: 'unreachable' })
        again(RETRY_AFTER)
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
  // Plain http origins have no locks; there the server's grace for a just-used renewal token covers two tabs.
  exclusively: async (work) =>
    'locks' in navigator ? await navigator.locks.request('papercups.session', work) : await work(),
})
