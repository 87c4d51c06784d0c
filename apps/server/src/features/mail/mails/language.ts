import type { Language } from '@papercups/contract'
import { texts as ar } from './texts/ar.js'
import { texts as de } from './texts/de.js'
import { texts as en, type Texts } from './texts/en.js'
import { texts as es } from './texts/es.js'
import { texts as fr } from './texts/fr.js'
import { texts as ja } from './texts/ja.js'
import { texts as pt } from './texts/pt.js'

export const TEXTS: Record<Language, Texts> = { en, de, fr, es, pt, ja, ar }
