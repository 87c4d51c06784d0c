import type { RatingTexts } from './en.js'

export const texts: RatingTexts = {
  ask: '¿Qué le pareció su conversación con nosotros?',
  score: '{} de 5',
  comment: 'Cuéntenos más (opcional)',
  send: 'Enviar valoración',
  thanks: '¡Gracias por su valoración!',
  change: 'Cambiarla',
  failed: 'No se pudo guardar su valoración.',
}
