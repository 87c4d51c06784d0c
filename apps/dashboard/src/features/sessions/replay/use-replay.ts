import type { Recording } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FromPlayer } from '../player/messages.js'
import { usePlayer } from '../player-frame.js'
import { chunkQuery } from '../sessions-query.js'
import { chunksFor, covers, hasSnapshotAt, needsNext, snapshotBefore, type ChunkRange } from './plan-chunks.js'

interface Loaded extends ChunkRange {
  /** The moment of the first snapshot. */
  since: number
}

/** Plays a recording. Loads only the chunks around the moment that is shown. */
export function useReplay(recording: Recording, start: number) {
  const { chunks, session_id } = recording
  const cache = useQueryClient()
  const [at, setAt] = useState(start)
  const [isPlaying, setPlaying] = useState(false)
  const [isLoading, setLoading] = useState(true)
  /** The recorder took no snapshot up to this moment, because the page was too large. */
  const [isBlank, setBlank] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const loaded = useRef<Loaded | null>(null)
  const isAppending = useRef(false)
  /** Counts the jumps, so that only the last one is shown. */
  const jumps = useRef(0)

  const { frame, send } = usePlayer(receive)

  function receive(message: FromPlayer) {
    if (message.kind === 'shown') setLoading(false)
    if (message.kind !== 'time' || isLoading) return
    setAt(message.at)
    const isEnd = message.isWaiting && loaded.current?.to === chunks.length - 1
    if (isEnd) setPlaying(false)
    else void append(message.at)
  }

  const read = async (from: number, to: number) => {
    const wanted = chunks.slice(from, to + 1)
    return (await Promise.all(wanted.map(({ id }) => cache.fetchQuery(chunkQuery(session_id, id))))).flat()
  }

  async function jump(moment: number, play: boolean) {
    setAt(moment)
    setPlaying(play)
    setError(null)
    setBlank(false)
    const jumped = ++jumps.current
    const known = loaded.current
    if (known && covers(chunks, known, known.since, moment)) return send({ kind: 'seek', at: moment, isPlaying: play })
    setLoading(true)
    try {
      const range = chunksFor(chunks, moment)
      let events = await read(range.from, range.to)
      while (range.from > 0 && !hasSnapshotAt(events, moment)) {
        const from = snapshotBefore(chunks, range.from)
        events = [...(await read(from, range.from - 1)), ...events]
        range.from = from
      }
      if (jumped !== jumps.current) return
      const since = firstSnapshot(events)
      if (since === Infinity) {
        setBlank(true)
        setLoading(false)
        return setPlaying(false)
      }
      loaded.current = { ...range, since }
      send({ kind: 'load', events, at: moment, isPlaying: play })
    } catch (failure) {
      if (jumped !== jumps.current) return
      setError(failure)
      setLoading(false)
      setPlaying(false)
    }
  }

  async function append(moment: number) {
    const known = loaded.current
    if (!known || isAppending.current || !needsNext(chunks, known.to, moment)) return
    isAppending.current = true
    try {
      const events = await read(known.to + 1, known.to + 1)
      if (loaded.current !== known) return
      loaded.current = { ...known, to: known.to + 1 }
      send({ kind: 'append', events })
    } catch (failure) {
      setError(failure)
    } finally {
      isAppending.current = false
    }
  }

  // Another moment in the URL, for example by a link in a conversation.
  const jumpToStart = useEffectEvent(() => void jump(start, false))
  useEffect(() => jumpToStart(), [start])

  return { frame, send, at, isPlaying, isLoading, isBlank, error, jump }
}

function firstSnapshot(events: unknown[]) {
  const snapshot = events.find((event) => (event as { type?: unknown } | null)?.type === 2)
  return (snapshot as { timestamp?: number } | undefined)?.timestamp ?? Infinity
}
