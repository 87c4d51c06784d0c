import type { Language } from '@papercups/contract'
import { texts as ar } from './texts/ar.js'
import { texts as de } from './texts/de.js'
import { texts as en, type Texts } from './texts/en.js'
import { texts as es } from './texts/es.js'
import { texts as fr } from './texts/fr.js'
import { texts as ja } from './texts/ja.js'
import { texts as pt } from './texts/pt.js'

const TEXTS: Record<Language, Texts> = { en, de, fr, es, pt, ja, ar }

export interface Speech {
  language: Language
  texts: Texts
}

/** The first supported language of the browser's list, else the company's. */
export function languageFor(wishes: string | undefined, company: Language = 'en'): Speech {
  const [language = company] = inOrder(wishes ?? '').filter(isSupported)
  return { language, texts: TEXTS[language] }
}

/** `de-CH, fr;q=0.8` */
function inOrder(wishes: string) {
  const read = wishes.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { tag: tag.slice(0, 2), quality: quality ? Number(quality.slice(2)) || 0 : 1 }
  })
  return read
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

const isSupported = (tag: string): tag is Language => Object.hasOwn(TEXTS, tag)
