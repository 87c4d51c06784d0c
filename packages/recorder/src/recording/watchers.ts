import { applyDiff } from '@papercups/client-core'
import type { PresenceDiff, PresenceState } from '@papercups/contract'

/** Knows the agents who watch this session. */
export function createWatchers(changed: (watched: boolean, isNew: boolean) => void) {
  let state: PresenceState = {}
  let seen = new Set<string>()

  function update(next: PresenceState) {
    state = next
    const metas = Object.values(state).flatMap(({ metas }) => metas)
    const refs = metas.filter((meta) => 'admin' in meta && meta.admin === true).map(({ phx_ref }) => phx_ref)
    const isNew = refs.some((ref) => !seen.has(ref))
    seen = new Set(refs)
    changed(refs.length > 0, isNew)
  }

  return {
    set: (next: PresenceState) => update(next),
    apply: (diff: PresenceDiff) => update(applyDiff(state, diff)),
  }
}
