import type { PresenceDiff, PresenceState } from '@papercups/contract'

/** Applies a presence diff. A person may have several windows, so entries are removed by `phx_ref`. */
export function applyDiff(state: PresenceState, { joins, leaves }: PresenceDiff): PresenceState {
  const next = { ...state }
  for (const [key, { metas }] of Object.entries(joins))
    next[key] = { metas: [...without(next[key]?.metas, metas), ...metas] }
  for (const [key, { metas }] of Object.entries(leaves)) {
    const left = without(next[key]?.metas, metas)
    if (left.length) next[key] = { metas: left }
    else delete next[key]
  }
  return next
}

type Metas = PresenceState[string]['metas']

function without(metas: Metas = [], gone: Metas): Metas {
  const refs = new Set(gone.map((meta) => meta.phx_ref))
  return metas.filter((meta) => !refs.has(meta.phx_ref))
}
