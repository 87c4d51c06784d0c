import type { Language } from '../lib/language.js'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "just now", "5 minutes ago", in the language of the rest. A clock that runs ahead is not the visitor's worry. */
export function ago(instant: string, now: number, { tag, texts }: Language) {
  // Some of our timestamps come without a zone; they are in UTC.
  const then = Date.parse(/Z|[+-]\d\d:\d\d$/.test(instant) ? instant : instant + 'Z')
  const seconds = Math.max(0, (now - then) / 1000)
  const [unit, size] = STEPS.find(([, step]) => seconds >= step) ?? []
  if (!unit || !size) return texts.justNow
  return new Intl.RelativeTimeFormat(tag, { style: 'long' }).format(-Math.floor(seconds / size), unit)
}
