import type { PresenceState } from '@papercups/contract'

export const countAgents = (state: PresenceState) =>
  Object.values(state).filter(({ metas }) => metas[0]?.user_id).length
