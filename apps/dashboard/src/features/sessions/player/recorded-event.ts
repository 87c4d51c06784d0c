import type { Replayer } from '@rrweb/replay'

export type RecordedEvent = Exclude<Parameters<Replayer['addEvent']>[0], string>

/** Numbers of rrweb, which are the same in the recorders of all versions. */
export const FULL_SNAPSHOT = 2
export const INCREMENTAL = 3
export const META = 4
const CUSTOM = 5

export const MUTATION = 0
export const INPUT = 5
/** Video and sound, which the player does not load. */
const MEDIA = 7

/** Mouse moves, clicks, scrolls, resizes and typing. */
const ACTIVITY = new Set([1, 2, 3, 4, INPUT, 6])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Recorders run on pages of strangers, so anything may arrive. */
export function isRecordedEvent(value: unknown): value is RecordedEvent {
  if (!isRecord(value) || !isRecord(value.data)) return false
  const { type, timestamp, data } = value
  if (typeof type !== 'number' || typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return false
  if (type === INCREMENTAL && data.source === MEDIA) return false
  return type !== FULL_SNAPSHOT || (isRecord(data.node) && Array.isArray(data.node.childNodes))
}

/** The URL of the page that the visitor came to, null if that page is not recorded, and undefined for all other events. */
export function pageOfEvent({ type, data }: { type: number; data?: unknown }): string | null | undefined {
  if (!isRecord(data)) return undefined
  const { href, tag, payload } = data
  if (type === CUSTOM && tag === 'paused') return null
  const url = type === META ? href : type === CUSTOM && tag === 'page' && isRecord(payload) ? payload.url : undefined
  return typeof url === 'string' ? url : undefined
}

/** Whether the visitor did something, or came to a page. */
export function isActivity(event: RecordedEvent): boolean {
  if (event.type === INCREMENTAL) return ACTIVITY.has(event.data.source)
  return event.type === FULL_SNAPSHOT || event.type === CUSTOM
}
