import type { RecordingChunk } from '@papercups/contract'

/** A part of a recording: indexes of its first and last chunk. */
export interface ChunkRange {
  from: number
  to: number
}

/** The fewest chunks that can show this moment: from the last snapshot before it on. */
export function chunksFor(chunks: RecordingChunk[], at: number): ChunkRange {
  const to = Math.max(
    0,
    chunks.findLastIndex(({ first_at }) => first_at <= at),
  )
  return { from: snapshotBefore(chunks, to + 1), to }
}

/** The last chunk before this index that has a snapshot. The first one if none has. */
export function snapshotBefore(chunks: RecordingChunk[], index: number) {
  return Math.max(
    0,
    chunks.findLastIndex(({ has_snapshot }, position) => has_snapshot && position < index),
  )
}

/** Whether events show a page at this moment. A chunk may have its snapshot in the middle. */
export const hasSnapshotAt = (events: unknown[], at: number) =>
  events.some((event) => {
    const { type, timestamp } = (event ?? {}) as { type?: unknown; timestamp?: unknown }
    return type === FULL_SNAPSHOT && typeof timestamp === 'number' && timestamp <= at
  })

const FULL_SNAPSHOT = 2

/** The player gets the next chunk this long before it needs it. */
const AHEAD_MS = 15_000

/** Whether to load the next chunk while this moment plays. */
export function needsNext(chunks: RecordingChunk[], to: number, at: number): boolean {
  const last = chunks[to]
  return to + 1 < chunks.length && last !== undefined && last.last_at - at < AHEAD_MS
}

/** Whether the loaded chunks show this moment. `since` is the moment of their first snapshot. */
export function covers(chunks: RecordingChunk[], { from, to }: ChunkRange, since: number, at: number): boolean {
  const next = chunks[to + 1]
  return (from === 0 || at >= since) && (!next || at < next.first_at)
}
