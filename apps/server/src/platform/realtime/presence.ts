import type { PresenceMeta, PresenceState } from '@papercups/contract'

/** One connection that is present in a topic, in this or another process. */
export interface Entry {
  key: string
  meta: PresenceMeta
}

export function presenceState(...sources: Array<Iterable<Entry>>): PresenceState {
  const keys = new Map<string, { metas: PresenceMeta[] }>()
  for (const entries of sources) {
    for (const { key, meta } of entries) {
      const known = keys.get(key)
      if (known) known.metas.push(meta)
      else keys.set(key, { metas: [meta] })
    }
  }
  return Object.fromEntries(keys)
}

/** One entry per diff: dashboards remove the wrong meta when two of one key leave together. */
export const joinDiff = (entry: Entry) => JSON.stringify({ joins: presenceState([entry]), leaves: {} })
export const leaveDiff = (entry: Entry) => JSON.stringify({ joins: {}, leaves: presenceState([entry]) })

/** The same connection with a new meta. */
export const changeDiff = (before: Entry, now: Entry) =>
  JSON.stringify({ joins: presenceState([now]), leaves: presenceState([before]) })

let count = 0

/** A `phx_ref` begins with the process id, so that every process can tell whose entry it is. */
export function presenceMeta(process: string, meta: object): PresenceMeta {
  count += 1
  const online_at = Math.floor(Date.now() / 1000).toString()
  return { ...meta, online_at, phx_ref: `${process}.${count.toString(36)}` }
}

export const processOf = (phx_ref: string) => phx_ref.slice(0, phx_ref.indexOf('.'))
