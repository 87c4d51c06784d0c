import { applyDiff } from '@papercups/client-core'
import type { PresenceState } from '@papercups/contract'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMe } from '../../entities/user/me.js'
import { useTopic } from '../../lib/use-topic.js'

const PRESENCE = ['session-presence'] as const

export type SessionStatus = 'online' | 'inactive' | 'disconnected'

/** The sessions whose recorders are connected. Undefined until the server has said so. */
export function useSessionPresence(): PresenceState | undefined {
  const cache = useQueryClient()
  const { account_id } = useMe()
  useTopic(`events:admin:${account_id}:all`, {
    presence_state: (state) => cache.setQueryData(PRESENCE, state),
    presence_diff: (diff) => cache.setQueryData<PresenceState>(PRESENCE, (state) => state && applyDiff(state, diff)),
  })
  return useQuery<PresenceState>({ queryKey: PRESENCE, queryFn: skipToken }).data
}

/** A tab that was reloaded may be present twice for a moment; one visible page is enough. */
export function statusOf(presence: PresenceState, sessionId: string): SessionStatus {
  const metas = presence[`session:${sessionId}`]?.metas ?? []
  if (metas.length === 0) return 'disconnected'
  return metas.some(({ active }) => active !== false) ? 'online' : 'inactive'
}

export const presentIds = (presence: PresenceState) => Object.keys(presence).map((key) => key.replace(/^session:/, ''))
