import type { EventBatch } from './messages.js'
import { isRecordedEvent, type RecordedEvent } from './recorded-event.js'

/** Few bytes can unzip to gigabytes, so a larger batch is not read. */
const MOST_BYTES = 32_000_000

/** The events of a batch. A batch that cannot be read has none. */
export async function readEvents(batch: EventBatch): Promise<RecordedEvent[]> {
  try {
    const events: unknown = typeof batch === 'string' ? JSON.parse(await unzip(batch)) : batch
    return Array.isArray(events) ? events.filter(isRecordedEvent) : []
  } catch {
    return []
  }
}

async function unzip(base64: string): Promise<string> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('The batch is too large')
    parts.push(part)
  }
  return new Blob(parts).text()
}
