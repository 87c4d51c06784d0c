import type { RatingTexts } from './en.js'

export const texts: RatingTexts = {
  ask: 'Como foi a sua conversa connosco?',
  score: '{} de 5',
  comment: 'Conte-nos mais (opcional)',
  send: 'Enviar avaliação',
  thanks: 'Obrigado pela sua avaliação!',
  change: 'Alterar',
  failed: 'Não foi possível guardar a sua avaliação.',
}
