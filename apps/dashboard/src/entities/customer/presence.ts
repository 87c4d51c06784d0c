import { applyDiff } from '@papercups/client-core'
import type { PresenceState } from '@papercups/contract'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTopic } from '../../lib/use-topic.js'

const PRESENCE = ['presence'] as const
const NOBODY: PresenceState = {}

/** Mounted once by the app shell. */
export function useLivePresence(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    presence_state: (state) => cache.setQueryData(PRESENCE, state),
    // Ignore a diff before the first state: the state after the join includes it.
    presence_diff: (diff) => cache.setQueryData<PresenceState>(PRESENCE, (state) => state && applyDiff(state, diff)),
  })
}

export function usePresence(): PresenceState {
  return useQuery<PresenceState>({ queryKey: PRESENCE, queryFn: skipToken }).data ?? NOBODY
}

export const isOnline = (presence: PresenceState, customerId: string) => `customer:${customerId}` in presence

export const isUserOnline = (presence: PresenceState, userId: number) => `user:${userId}` in presence
