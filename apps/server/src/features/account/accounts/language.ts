import type { Language } from '@papercups/contract'

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/** Puts names where the text has its places for them. */
export function fill(language: Language, text: string, parts: Record<string, string>) {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const part = parts[name]
    return part === undefined ? place : isolate(language, part)
  })
}

/** A Latin name in the middle of a line that runs from right to left must not turn the words around it. */
function isolate(language: Language, part: string) {
  return directionOf(language) === 'rtl' ? `\u2068${part}\u2069` : part
}
