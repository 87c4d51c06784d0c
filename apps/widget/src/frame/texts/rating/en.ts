export const texts = {
  ask: 'How was your conversation with us?',
  score: '{} of 5',
  comment: 'Tell us more (optional)',
  send: 'Send rating',
  thanks: 'Thank you for your rating!',
  change: 'Change it',
  failed: 'Your rating could not be saved.',
}

export type RatingTexts = typeof texts
