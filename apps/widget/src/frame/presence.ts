import type { PresenceDiff, PresenceState } from '@papercups/contract'

/** Somebody who left one window may still be there in another, so entries go by reference, not by person. */
export function applyDiff(state: PresenceState, { joins, leaves }: PresenceDiff): PresenceState {
  const next = { ...state }
  for (const [key, { metas }] of Object.entries(joins)) next[key] = { metas: [...(next[key]?.metas ?? []), ...metas] }
  for (const [key, { metas }] of Object.entries(leaves)) {
    const gone = new Set(metas.map((meta) => meta.phx_ref))
    const left = (next[key]?.metas ?? []).filter((meta) => !gone.has(meta.phx_ref))
    if (left.length) next[key] = { metas: left }
    else delete next[key]
  }
  return next
}

export const countAgents = (state: PresenceState) =>
  Object.values(state).filter(({ metas }) => metas[0]?.user_id).length
