import type { RatingTexts } from './en.js'

export const texts: RatingTexts = {
  ask: 'Wie war Ihr Gespräch mit uns?',
  score: '{} von 5',
  comment: 'Erzählen Sie uns mehr (freiwillig)',
  send: 'Bewertung senden',
  thanks: 'Danke für Ihre Bewertung!',
  change: 'Ändern',
  failed: 'Ihre Bewertung konnte nicht gespeichert werden.',
}
