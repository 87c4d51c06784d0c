import type { Mark } from './marks.js'
import { pack } from './pack.js'

/** A batch is closed at this size. */
const FULL = 256_000
/** The largest single event, in bytes. A batch is at most this and `FULL`, which the server takes also without gzip. */
const LARGEST = 5_000_000
/** A proxy in front of the server may close the connection at a large frame, each time. */
const MOST_TRIES_OF_A_LARGE_BATCH = 3
/** What may wait for a connection. */
const MOST_WAITING = 8_000_000
const PAUSE_MS = 10_000
const LIVE_PAUSE_MS = 2000
const RETRY_MS = 5000

/** Why the server refused a batch. `timeout` also means that the connection is lost. */
export type Refusal = 'too_large' | 'invalid' | 'finished' | 'full' | 'slow_down' | 'timeout'

/** With these the server need not read the events. */
interface Facts {
  first_at: number
  last_at: number
  /** The batch has a full snapshot. */
  snapshot: boolean
  marks: SentMark[]
}

export interface SentMark {
  at: number
  kind: Mark['tag']
  text: string
}

interface Batch extends Facts {
  page: string
  seq: number
  /** Gzip in base64, or the events themselves. */
  events: string | object[]
}

/** An event as JSON, and what the server needs to know about it. */
export interface Stored {
  at: number
  json: string
  snapshot?: boolean
  mark?: SentMark
}

interface BatchesOptions {
  page: string
  /** Resolves when the server has the batch. */
  send(batch: Batch): Promise<unknown>
  reasonOf(error: unknown): Refusal | undefined
  /** Events are lost, so the next ones need a new snapshot. `too large`: a snapshot would be lost, too. */
  lost(reason?: 'too large'): void
  /** The server takes no more events of this session. */
  refused(reason: 'finished' | 'full'): void
}

interface Waiting {
  facts: Facts & { page: string; seq: number }
  json: string
  packed?: string
  tries: number
}

/** The server takes so many marks in a batch. */
const MOST_MARKS = 100
const ROOM_FOR_FACTS = 2000

/** Sends events in batches, in order, each until the server acknowledges it. */
export function createBatches({ page, send, reasonOf, lost, refused }: BatchesOptions) {
  const queue: Waiting[] = []
  let pending: Stored[] = []
  let size = 0
  let next = 0
  let live = false
  let connected = false
  let sending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const waiting = () => queue.reduce((sum, { json }) => sum + json.length, size)

  function close() {
    if (pending.length === 0) return
    queue.push(toBatch(pending))
    pending = []
    size = 0
  }

  const toBatch = (events: Stored[]): Waiting => ({
    facts: {
      page,
      seq: next++,
      first_at: Math.min(...events.map(({ at }) => at)),
      last_at: Math.max(...events.map(({ at }) => at)),
      snapshot: events.some(({ snapshot }) => snapshot),
      marks: events.flatMap(({ mark }) => mark ?? []).slice(0, MOST_MARKS),
    },
    json: `[${events.map(({ json }) => json).join()}]`,
    tries: 0,
  })

  const later = (ms: number) => {
    timer ??= setTimeout(flush, ms)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    close()
    if (connected && !sending) void sendAll()
  }

  async function sendAll() {
    sending = true
    for (let batch = queue[0]; batch && connected; batch = queue[0]) {
      try {
        batch.packed ??= await pack(batch.json)
        const events = batch.packed ?? (JSON.parse(batch.json) as object[])
        await send({ ...batch.facts, events })
        if (queue[0] === batch) queue.shift()
      } catch (error) {
        if (!handle(batch, reasonOf(error))) break
      }
    }
    sending = false
  }

  /** Returns false if the same batch is sent again later. */
  function handle(batch: Waiting, reason: Refusal | undefined) {
    const isLarge = batch.json.length > FULL
    if (
      reason === 'slow_down' ||
      (reason === 'timeout' && !(isLarge && ++batch.tries === MOST_TRIES_OF_A_LARGE_BATCH))
    ) {
      later(RETRY_MS)
      return false
    }
    if (reason === 'finished' || reason === 'full') {
      refused(reason)
      if (reason === 'finished') later(RETRY_MS)
      return false
    }
    if (queue[0] === batch) queue.shift()
    lost(isLarge ? 'too large' : undefined)
    return true
  }

  function clear() {
    queue.length = 0
    pending = []
    size = 0
    clearTimeout(timer)
    timer = undefined
  }

  return {
    /** Returns false if the event is too large. */
    add(event: Stored) {
      if (isTooLarge(event.json)) return false
      pending.push(event)
      size += event.json.length
      if (waiting() > MOST_WAITING) {
        clear()
        lost()
      } else if (size >= FULL) flush()
      else later(live ? LIVE_PAUSE_MS : PAUSE_MS)
      return true
    },
    flush,
    clear,
    /** Somebody watches now, or nobody any more. */
    setLive(now: boolean) {
      live = now
      flush()
    },
    setConnected(now: boolean) {
      connected = now
      if (now) flush()
    },
    /** The bodies that fit into the bytes, for the moment when the page is left. The first events come first. */
    rest(most: number): string[] {
      const bodies: string[] = []
      const take = ({ facts, json, packed }: Waiting) => {
        const body = `${JSON.stringify(facts).slice(0, -1)},"events":${packed ? `"${packed}"` : json}}`
        most -= byteLength(body)
        if (most >= 0) bodies.push(body)
        return most >= 0
      }
      if (!queue.every(take)) return bodies
      let room = most - ROOM_FOR_FACTS
      const fitting = pending.findIndex(({ json }) => (room -= byteLength(json) + 1) < 0)
      const last = pending.slice(0, fitting < 0 ? undefined : fitting)
      pending = []
      size = 0
      if (last.length > 0) take(toBatch(last))
      return bodies
    },
  }
}

/** A character is up to three bytes. */
const isTooLarge = (json: string) => json.length > LARGEST || (json.length > LARGEST / 3 && byteLength(json) > LARGEST)

const byteLength = (text: string) => new Blob([text]).size
