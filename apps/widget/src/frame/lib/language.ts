import { texts as english, type Texts } from '../texts/en.js'

export interface Language {
  tag: string
  texts: Texts
}

/** Each language is its own chunk, loaded on demand. */
const OTHERS = new Map<string, () => Promise<{ texts: Texts }>>([
  ['ar', () => import('../texts/ar.js')],
  ['de', () => import('../texts/de.js')],
  ['es', () => import('../texts/es.js')],
  ['fr', () => import('../texts/fr.js')],
  ['ja', () => import('../texts/ja.js')],
  ['pt', () => import('../texts/pt.js')],
])
const PATIENCE_MS = 5000

export const ENGLISH: Language = { tag: 'en', texts: english }

/** Loads the first supported language. Falls back to English on any error. */
export async function chooseLanguage(wishes: readonly string[]): Promise<Language> {
  for (const wish of wishes) {
    const tag = wish.slice(0, 2).toLowerCase()
    if (tag === ENGLISH.tag) break
    const load = OTHERS.get(tag)
    if (!load) continue
    const given = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
    const part = await Promise.race([load().catch(() => undefined), given])
    return part ? { tag, texts: part.texts } : ENGLISH
  }
  return ENGLISH
}

export function applyLanguage({ tag }: Language, root: HTMLElement) {
  root.lang = tag
  root.dir = tag === 'ar' ? 'rtl' : 'ltr'
}

/** Inserts a name or a time at the placeholder. */
export const fill = (text: string, part: string) => text.replace('{}', () => part)
