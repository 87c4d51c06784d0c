import type { Language } from '@papercups/contract'

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/** Replaces {name} in a text. */
export function fill(language: Language, text: string, parts: Record<string, string>) {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const part = parts[name]
    return part === undefined ? place : isolate(language, part)
  })
}

/** Keeps a Latin name in a right-to-left line from changing the order of the words around it. */
function isolate(language: Language, part: string) {
  return directionOf(language) === 'rtl' ? `\u2068${part}\u2069` : part
}
