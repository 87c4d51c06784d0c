import type { Texts } from './en.js'

export const texts: Texts = {
  us: 'nosotros',
  heading: 'Chat con {company}',
  messages: 'Mensajes',
  you: 'Usted',
  check: 'Ver si hay mensajes nuevos',
  message: 'Su mensaje',
  send: 'Enviar mensaje',
  name: 'Su nombre (opcional)',
  email: 'Su correo electrónico',
  emailOptional: 'Su correo electrónico (opcional, para responderle cuando ya no esté aquí)',
  emailFirst: 'Indíquenos primero su correo electrónico.',
  empty: 'Escriba algo primero.',
  late: 'Esta página estuvo abierta demasiado tiempo, o su navegador no guarda nuestras cookies. Envíe su mensaje de nuevo.',
  oldLink: 'El enlace que ha seguido ya no es válido. Aun así puede escribirnos aquí.',
  otherPerson:
    'Ya tiene un chat abierto aquí y el enlace que ha seguido es para otra persona. ¿Continuar como esa persona?',
  switchPerson: 'Continuar como esa persona',
  stay: 'Seguir en mi chat',
  notFound: 'No se encontró este chat',
  tooMany: 'Demasiadas solicitudes',
  refused: 'No ha sido posible',
  goBack: 'Vuelva atrás para intentarlo de nuevo.',
}
