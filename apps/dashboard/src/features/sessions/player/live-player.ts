import { Replayer } from '@rrweb/replay'
import { createCleaner } from './clean-event.js'
import type { EventBatch } from './messages.js'
import { readEvents } from './read-events.js'
import { FULL_SNAPSHOT, META, pageOfEvent, type RecordedEvent } from './recorded-event.js'

/** A recorder sends every two seconds, so movements are drawn this much later to be smooth. */
const DELAY_MS = 2_000

/** The replayer keeps every event. A live page needs only those that are not drawn yet. */
const KEPT = 5_000

/** Draws events as they arrive. Nothing is drawn before the first snapshot. */
export function createLivePlayer(
  config: object,
  onCreated: (replayer: Replayer) => void,
  onPage: (url: string | null) => void,
) {
  const clean = createCleaner()
  let replayer: Replayer | undefined
  let meta: RecordedEvent | undefined
  // Batches are decompressed one after the other, so that they stay in order.
  let reading = Promise.resolve()

  function tellPage(event: { type: number; data?: unknown }) {
    const page = pageOfEvent(event)
    if (page !== undefined) onPage(page)
  }

  function play(event: RecordedEvent) {
    if (replayer) return replayer.addEvent(event)
    if (event.type === META) meta = event
    tellPage(event)
    if (event.type !== FULL_SNAPSHOT) return
    replayer = new Replayer(meta ? [meta, event] : [event], { ...config, liveMode: true })
    onCreated(replayer)
    replayer.on('event-cast', (cast) => tellPage(cast as RecordedEvent))
    replayer.startLive(event.timestamp - DELAY_MS)
  }

  return {
    add(batch: EventBatch) {
      reading = reading.then(async () => {
        for (const event of await readEvents(batch)) play(clean(event))
        const events = replayer?.service.state.context.events
        if (events && events.length > 2 * KEPT) events.splice(0, events.length - KEPT)
      })
    },
  }
}
