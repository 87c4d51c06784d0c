import type { BrowserSession } from '@papercups/contract'

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The browser and the system, as the recorder named them. */
export const deviceOf = ({ metadata }: Pick<BrowserSession, 'metadata'>) =>
  [text(metadata?.browser), text(metadata?.os)].filter(Boolean).join(' · ') || 'Unknown device'

/** The visitor may be on another page by now, which only the live page knows. */
export function beginningOf({ metadata }: Pick<BrowserSession, 'metadata'>) {
  const page = text(metadata?.pathname) || text(metadata?.current_url)
  return page && `Began on ${page}`
}

/** 0:07, 12:30, 1:02:03 */
export function formatDuration(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
