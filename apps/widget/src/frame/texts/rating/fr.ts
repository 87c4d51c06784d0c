import type { RatingTexts } from './en.js'

export const texts: RatingTexts = {
  ask: 'Comment s’est passée votre conversation avec nous ?',
  score: '{} sur 5',
  comment: 'Dites-nous en plus (facultatif)',
  send: 'Envoyer la note',
  thanks: 'Merci pour votre note !',
  change: 'La modifier',
  failed: 'Votre note n’a pas pu être enregistrée.',
}
