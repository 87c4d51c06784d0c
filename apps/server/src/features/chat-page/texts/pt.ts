import type { Texts } from './en.js'

export const texts: Texts = {
  us: 'a nossa equipa',
  heading: 'Conversar com {company}',
  messages: 'Mensagens',
  you: 'Você',
  check: 'Ver se há novas mensagens',
  message: 'A sua mensagem',
  send: 'Enviar mensagem',
  name: 'O seu nome (opcional)',
  email: 'O seu e-mail',
  emailOptional: 'O seu e-mail (opcional, para lhe respondermos quando já não estiver aqui)',
  emailFirst: 'Indique-nos primeiro o seu e-mail.',
  empty: 'Escreva alguma coisa primeiro.',
  late: 'Esta página esteve aberta demasiado tempo, ou o seu navegador não guarda os nossos cookies. Envie a sua mensagem de novo.',
  oldLink: 'O link que seguiu já não é válido. Mesmo assim, pode escrever-nos aqui.',
  notFound: 'Este chat não foi encontrado',
  tooMany: 'Demasiados pedidos',
  refused: 'Não foi possível',
  goBack: 'Volte atrás para tentar de novo.',
}
