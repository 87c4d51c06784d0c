import type { RecordingChunk } from '@papercups/contract'
import { expect, test } from 'vitest'
import { chunksFor, covers, hasSnapshotAt, needsNext, snapshotBefore } from './plan-chunks.js'

/** Chunks of ten seconds; snapshots in those named. */
const chunks = (count: number, ...snapshots: number[]): RecordingChunk[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    first_at: index * 10_000,
    last_at: index * 10_000 + 9_000,
    has_snapshot: snapshots.includes(index),
    bytes: 1,
  }))

test('a moment needs the chunks since the snapshot before it, not the whole recording', () => {
  const all = chunks(100, 0, 40, 70)
  expect(chunksFor(all, 0)).toEqual({ from: 0, to: 0 })
  expect(chunksFor(all, 455_000)).toEqual({ from: 40, to: 45 })
  expect(chunksFor(all, 700_000)).toEqual({ from: 70, to: 70 })
  expect(chunksFor(all, 9_999_999)).toEqual({ from: 70, to: 99 })
})

test('a moment before the first chunk, or a recording without snapshots, starts with the first chunk', () => {
  expect(chunksFor(chunks(3, 0), -5_000)).toEqual({ from: 0, to: 0 })
  expect(chunksFor(chunks(3), 15_000)).toEqual({ from: 0, to: 1 })
})

test('a chunk whose snapshot comes later than the moment needs an earlier one', () => {
  const events = [null, { type: 3, timestamp: 1 }, { type: 2, timestamp: 405_000 }]
  expect(hasSnapshotAt(events, 405_000)).toBe(true)
  expect(hasSnapshotAt(events, 404_000)).toBe(false)
  expect(snapshotBefore(chunks(100, 0, 40), 40)).toBe(0)
})

test('the next chunk is loaded shortly before it is needed', () => {
  const all = chunks(10, 0)
  expect(needsNext(all, 4, 10_000)).toBe(false)
  expect(needsNext(all, 4, 40_000)).toBe(true)
  expect(needsNext(all, 9, 98_000)).toBe(false)
})

test('loaded chunks cover moments from their snapshot to the next chunk', () => {
  const all = chunks(100, 0, 40, 70)
  const range = { from: 40, to: 45 }
  expect(covers(all, range, 401_000, 401_000)).toBe(true)
  expect(covers(all, range, 401_000, 459_900)).toBe(true)
  expect(covers(all, range, 401_000, 460_000)).toBe(false)
  expect(covers(all, range, 401_000, 400_500)).toBe(false)
  expect(covers(all, { from: 0, to: 3 }, 2_000, 0)).toBe(true)
  expect(covers(all, { from: 70, to: 99 }, 700_000, 99_999_999)).toBe(true)
})
