import type { VisitorFields } from '@papercups/contract'
import { dropBeyondLimit } from './metadata-limit.js'

const ONE_LINE = [
  'name',
  'email',
  'phone',
  'external_id',
  'browser',
  'browser_version',
  'browser_language',
  'os',
  'host',
  'lib',
  'time_zone',
] as const

/** About the browser, and the page that it shows. */
export const DEVICE = [
  'browser',
  'browser_version',
  'browser_language',
  'os',
  'screen_height',
  'screen_width',
  'lib',
  'ip',
  'time_zone',
  'host',
  'pathname',
  'current_url',
] as const

/**
 * Widgets send `undefined` and `null` as text, URLs of any length, and metadata that is no object. The result is safe
 * to store. Missing values are absent, so they never overwrite a stored value.
 */
export function cleanVisitorFields(fields: VisitorFields) {
  const { metadata, screen_height, screen_width, current_url, pathname } = fields
  const clean: Record<string, unknown> = {}
  for (const key of ONE_LINE) {
    const value = nonBlank(fields[key])
    if (value !== undefined) clean[key] = value.slice(0, 255)
  }
  const url = nonBlank(current_url)
  if (url !== undefined) clean.current_url = url.length > 255 ? `${url.slice(0, 250)}...` : url
  const path = nonBlank(pathname)
  if (path !== undefined) clean.pathname = path.slice(0, 2_000)
  if (screen_height != null) clean.screen_height = screen_height
  if (screen_width != null) clean.screen_width = screen_width
  if (isMap(metadata)) clean.metadata = JSON.stringify(dropBeyondLimit(metadata))
  return clean
}

/** Undefined for blank text and for the words that widgets send instead of nothing. */
export const nonBlank = (text: string | null | undefined) =>
  text == null || text === 'undefined' || text === 'null' || text.trim() === '' ? undefined : text

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
