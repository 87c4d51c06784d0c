import type { EventBatch } from '@papercups/contract'
import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { invalid } from '../../../platform/errors.js'
import { isWithinJsonLimits } from '../../../platform/http/json-limits.js'
import { takeTurn } from '../../../platform/turns.js'

const MB = 1024 * 1024
/** The inflated JSON of one batch, and the values in it. A page of 5 MB or of 30,000 elements fits. */
export const MAX_INFLATED = 12 * MB
const MAX_VALUES = 500_000

const inflate = promisify(gunzip)

/** An event of rrweb, as far as the server looks at it. */
export interface ReplayEvent {
  type: number
  timestamp: number
  data: unknown
}

export function isReplayEvent(value: unknown): value is ReplayEvent {
  if (typeof value !== 'object' || value === null) return false
  const { type, timestamp, data } = value as Partial<ReplayEvent>
  return Number.isInteger(type) && Number.isFinite(timestamp) && data !== undefined
}

/** The valid events of a batch. Invalid ones are dropped; a batch that cannot be read is refused. */
export async function readEvents(events: EventBatch['events']): Promise<ReplayEvent[]> {
  if (typeof events !== 'string') return events.filter(isReplayEvent)
  return inflateEvents(Buffer.from(events, 'base64'))
}

export async function inflateEvents(compressed: Buffer): Promise<ReplayEvent[]> {
  const json = await inflate(compressed, { maxOutputLength: MAX_INFLATED }).catch(() => undefined)
  if (!json || !isWithinJsonLimits(json, MAX_VALUES)) throw invalidBatch()
  await takeTurn()
  const events = parseList(json.toString())
  if (!events) throw invalidBatch()
  return events.filter(isReplayEvent)
}

export const invalidBatch = () => invalid({ events: ['is invalid'] }, 'invalid')

function parseList(json: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
