import { Replayer } from '@rrweb/replay'
import { createCleaner } from './clean-event.js'
import { afterInactivity } from './inactivity.js'
import type { FromPlayer } from './messages.js'
import { FULL_SNAPSHOT, isActivity, isRecordedEvent, type RecordedEvent } from './recorded-event.js'

const TICK_MS = 200

/** The mark of a page comes at most this long before its snapshot. */
const PAGE_LOAD_MS = 1_000

/** Plays a recording whose events are loaded piece by piece. Moments are milliseconds since 1970. */
export function createRecordedPlayer(
  config: object,
  onCreated: (replayer: Replayer) => void,
  tell: (message: FromPlayer) => void,
) {
  let clean = createCleaner()
  let replayer: Replayer | undefined
  let first = 0
  let last = 0
  let activity: number[] = []
  let snapshots: number[] = []
  let isPlaying = false
  let isWaiting = false
  const options = { speed: 1, skipsInactivity: false }

  const read = (events: unknown[]) => events.filter(isRecordedEvent).map(clean)
  const now = () => (replayer ? Math.min(first + replayer.getCurrentTime(), last) : first)

  function note(events: RecordedEvent[]) {
    for (const event of events) {
      last = Math.max(last, event.timestamp)
      if (isActivity(event)) activity.push(event.timestamp)
      if (event.type === FULL_SNAPSHOT) snapshots.push(event.timestamp)
    }
    activity.sort((one, other) => one - other)
  }

  /** A page that begins to load at this moment is shown as it was when it had loaded. */
  function withPage(at: number) {
    const next = snapshots.find((snapshot) => snapshot >= at)
    const isBeforeAll = next === snapshots[0]
    return next !== undefined && (isBeforeAll || next - at < PAGE_LOAD_MS) ? next : at
  }

  function go(at: number) {
    isWaiting = false
    // The replayer draws what is before a moment, not what is at it.
    const offset = Math.max(0, Math.min(at, last) + 1 - first)
    if (isPlaying) replayer?.play(offset)
    else replayer?.pause(offset)
    tick()
  }

  function tick() {
    if (!replayer) return
    const at = now()
    tell({ kind: 'time', at, isWaiting })
    const next = isPlaying && !isWaiting && options.skipsInactivity && afterInactivity(activity, at, last)
    if (next) go(next)
  }
  setInterval(() => isPlaying && tick(), TICK_MS)

  return {
    load(events: unknown[], at: number, play: boolean) {
      replayer?.destroy()
      replayer = undefined
      clean = createCleaner()
      activity = []
      snapshots = []
      isPlaying = play
      const all = read(events).sort((one, other) => one.timestamp - other.timestamp)
      if (all.length < 2) return
      first = all[0]?.timestamp ?? 0
      last = first
      note(all)
      replayer = new Replayer(all, { ...config, speed: options.speed })
      onCreated(replayer)
      replayer.on('finish', () => {
        isWaiting = isPlaying
        tick()
      })
      go(withPage(at))
    },

    append(events: unknown[]) {
      const all = read(events)
      note(all)
      for (const event of all) replayer?.addEvent(event)
      // The replayer adds them after this turn.
      if (isWaiting && all.length > 0) setTimeout(() => go(now()))
    },

    seek(at: number, play: boolean) {
      isPlaying = play
      go(withPage(at))
    },

    change(changed: typeof options) {
      Object.assign(options, changed)
      replayer?.setConfig({ speed: options.speed })
    },
  }
}
