import { MARK_KINDS, type EventBatch, type SentMark } from '@papercups/contract'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { HttpError } from '../../../platform/errors.js'
import { invalidBatch, MAX_INFLATED, readEvents, type ReplayEvent } from './read-events.js'

/** A batch as it is stored. */
export interface PackedBatch {
  page: string
  seq: number
  first_at: Date
  last_at: Date
  has_snapshot: boolean
  marks: SentMark[]
  /** Base64 of gzip. */
  content: string
}

/** Characters of base64. */
const MAX_TEXT = 8 * 1024 * 1024
const MAX_MARKS = 100
const MAX_MARK_TEXT = 200
const FULL_SNAPSHOT = 2
const CUSTOM = 5
/** The first bytes of gzip, and the least that it takes. */
const GZIP = Buffer.from([0x1f, 0x8b, 0x08])
const MIN_GZIP_BYTES = 20

const compress = promisify(gzip)

/** Checks a batch without inflating it, if the recorder says what is in it. */
export async function readBatch(batch: EventBatch): Promise<PackedBatch> {
  const { page, seq } = batch
  if (typeof batch.events === 'string' && batch.events.length > MAX_TEXT) throw new HttpError(413, 'too_large')
  const content = await contentOf(batch.events)
  const { first_at, last_at, snapshot, marks } = await contentsOf(batch)
  if (last_at < first_at) throw invalidBatch()
  const [first, last] = [new Date(first_at), new Date(last_at)]
  return { page, seq, first_at: first, last_at: last, has_snapshot: snapshot, marks, content }
}

async function contentOf(events: EventBatch['events']) {
  if (typeof events !== 'string') {
    if (events.length === 0) throw invalidBatch()
    return (await compress(JSON.stringify(events))).toString('base64')
  }
  const bytes = Buffer.from(events, 'base64')
  if (bytes.length < MIN_GZIP_BYTES || !bytes.subarray(0, GZIP.length).equals(GZIP)) throw invalidBatch()
  // Gzip ends with the size of what it holds. It may lie, so readers limit what they inflate.
  if (bytes.readUInt32LE(bytes.length - 4) > MAX_INFLATED) throw new HttpError(413, 'too_large')
  return bytes.toString('base64')
}

async function contentsOf({ events, first_at, last_at, snapshot, marks }: EventBatch) {
  if (first_at !== undefined && last_at !== undefined)
    return { first_at, last_at, snapshot: snapshot ?? false, marks: marks ?? [] }
  const read = await readEvents(events)
  const times = read.map(({ timestamp }) => timestamp).filter(isEventTime)
  if (times.length === 0) throw invalidBatch()
  return {
    // A spread of many values would overflow the stack.
    first_at: times.reduce((a, b) => Math.min(a, b)),
    last_at: times.reduce((a, b) => Math.max(a, b)),
    snapshot: read.some(({ type }) => type === FULL_SNAPSHOT),
    marks: read.flatMap(toMarks).slice(0, MAX_MARKS),
  }
}

const isEventTime = (ms: number) => ms >= Date.UTC(2000, 0) && ms <= Date.UTC(2100, 0)

const KINDS: ReadonlySet<unknown> = new Set(MARK_KINDS)

/** Recorders send marks as custom events of rrweb. */
function toMarks({ type, timestamp, data }: ReplayEvent): SentMark[] {
  const { tag, payload } = (data ?? {}) as { tag?: unknown; payload?: Record<string, unknown> }
  if (type !== CUSTOM || !KINDS.has(tag) || !isEventTime(timestamp)) return []
  const { url, text, message, reason } = payload ?? {}
  const words = [url, text, message, reason].find((value) => typeof value === 'string') ?? ''
  // PostgreSQL stores neither NUL nor half a character, and other batches are stored with this one.
  const stored = String(words).slice(0, MAX_MARK_TEXT).toWellFormed().replaceAll('\0', '')
  return [{ at: Math.round(timestamp), kind: tag as SentMark['kind'], text: stored }]
}
