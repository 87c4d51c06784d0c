import { texts as english, type RatingTexts } from '../texts/rating/en.js'

/** Loaded when a visitor is asked for the first time. */
const OTHERS = new Map<string, () => Promise<{ texts: RatingTexts }>>([
  ['ar', () => import('../texts/rating/ar.js')],
  ['de', () => import('../texts/rating/de.js')],
  ['es', () => import('../texts/rating/es.js')],
  ['fr', () => import('../texts/rating/fr.js')],
  ['ja', () => import('../texts/rating/ja.js')],
  ['pt', () => import('../texts/rating/pt.js')],
])

/** English if the language cannot be loaded. */
export const loadRatingTexts = async (tag: string) =>
  OTHERS.get(tag)?.().then(
    ({ texts }) => texts,
    () => english,
  ) ?? english
