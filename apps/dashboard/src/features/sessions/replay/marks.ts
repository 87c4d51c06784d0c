import type { Mark, Recording } from '@papercups/contract'

export const MARK_WORDS: Record<Mark['kind'], string> = {
  page: 'Page',
  click: 'Click',
  rage_click: 'Rage click',
  error: 'Error',
  slowed: 'Slowed down',
  paused: 'Not recorded',
  message: 'Message',
}

/** Where a moment is on the timeline, from 0 to 100. */
export function percentAt({ first_at, last_at }: Pick<Recording, 'first_at' | 'last_at'>, at: number) {
  if (last_at <= first_at) return 0
  return Math.min(100, Math.max(0, ((at - first_at) / (last_at - first_at)) * 100))
}

/** One dot for marks of a kind that would cover each other. */
export function dotsOf(recording: Pick<Recording, 'first_at' | 'last_at' | 'marks'>) {
  const dots = new Map<string, { kind: Mark['kind']; percent: number }>()
  for (const { kind, at } of recording.marks) {
    const percent = Math.round(percentAt(recording, at) * 2) / 2
    dots.set(`${kind} ${percent}`, { kind, percent })
  }
  return [...dots.values()]
}

/**
 * The page that the visitor is on at a moment, null if it is not recorded. The first one is marked shortly after the
 * recording begins.
 */
export function pageAt(marks: Mark[], at: number) {
  const pages = marks.filter(({ kind }) => kind === 'page' || kind === 'paused')
  const page = pages.findLast((page) => page.at <= at) ?? pages[0]
  return page?.kind === 'paused' ? null : page?.text
}
