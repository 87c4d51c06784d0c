import { record } from '@rrweb/record'
import type { eventWithTime } from '@rrweb/types'
import { cleanEvent } from './clean-event.js'
import { BLOCKED, maskedTexts, maskInput } from './masks.js'

/** A snapshot of this many elements takes about a quarter of a second. */
const MOST_ELEMENTS = 30_000
/** Changed nodes in a second. Above it the page is busy. */
const MOST_CHANGES = 600
/** So many busy seconds in a row stop the recording of changes. */
const PATIENCE = 3
const PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 320_000

interface CaptureOptions {
  mask_text: boolean
  /** Returns false if the event is too large to be sent. */
  emit(event: eventWithTime): boolean
  slowed(reason: 'busy page' | 'large page'): void
}

export interface Capture {
  start(): void
  stop(): void
  /** Takes a full snapshot. Does nothing while the recording is stopped. */
  snapshot(): void
  /** The server cannot take this page. Tries again later. */
  giveUp(): void
  nodeOf(id: number): Node | null
}

/**
 * Records the page. While the page changes too much, it takes a snapshot every ten seconds instead of recording each
 * change. It never takes a snapshot of a page that is too large.
 */
export function createCapture({ mask_text, emit, slowed }: CaptureOptions): Capture {
  let stopRecord: (() => void) | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let second = 0
  let changes = 0
  let busySeconds = 0
  let isSlowed = false
  let pauseMs = PAUSE_MS

  const isTooLarge = () => document.getElementsByTagName('*').length > MOST_ELEMENTS

  const slowDown = (reason: 'busy page' | 'large page') => {
    if (!isSlowed) slowed(reason)
    isSlowed = true
    // A large page seldom becomes a small one, and each try costs a snapshot.
    pauseMs = reason === 'busy page' ? PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    // Not at once: this may run inside the call that starts the recording.
    queueMicrotask(() => {
      stop()
      pause = setTimeout(start, pauseMs)
    })
  }

  const receive = (event: eventWithTime) => {
    const cleaned = cleanEvent(event, record.mirror, mask_text)
    if (cleaned && !emit(cleaned)) slowDown('large page')
    else if (countChanges(event)) slowDown('busy page')
  }

  /** Returns true if the page has been busy for too long. */
  function countChanges({ type, data, timestamp }: eventWithTime) {
    if (type !== 3 || data.source !== 0) return false
    const now = Math.floor(timestamp / 1000)
    if (now !== second) {
      const wasBusy = changes > MOST_CHANGES
      busySeconds = wasBusy && now === second + 1 ? busySeconds + 1 : 0
      if (!wasBusy) isSlowed = false
      second = now
      changes = 0
    }
    changes += data.adds.length + data.removes.length + data.attributes.length + data.texts.length
    // After a pause one busy second is enough.
    return changes > MOST_CHANGES && busySeconds >= (isSlowed ? 0 : PATIENCE - 1)
  }

  function start() {
    stop()
    if (isTooLarge()) return slowDown('large page')
    stopRecord = record({
      emit: receive,
      blockSelector: BLOCKED,
      maskAllInputs: true,
      maskInputFn: maskInput,
      maskTextSelector: maskedTexts(mask_text),
      slimDOMOptions: { headWhitespace: true },
      sampling: { scroll: 150 },
      recordAfter: 'DOMContentLoaded',
      // An error of the recorder is no error of the page.
      errorHandler: () => true,
    })
  }

  function stop() {
    clearTimeout(pause)
    stopRecord?.()
    stopRecord = undefined
  }

  return {
    start,
    stop,
    snapshot() {
      if (!stopRecord) return
      if (isTooLarge()) slowDown('large page')
      else record.takeFullSnapshot()
    },
    giveUp() {
      if (stopRecord) slowDown('large page')
    },
    nodeOf: (id) => record.mirror.getNode(id),
  }
}
