import type { Texts } from './en.js'

export const texts: Texts = {
  us: 'nous',
  heading: 'Discuter avec {company}',
  messages: 'Messages',
  you: 'Vous',
  check: 'Voir s’il y a de nouveaux messages',
  message: 'Votre message',
  send: 'Envoyer le message',
  name: 'Votre nom (facultatif)',
  email: 'Votre adresse e-mail',
  emailOptional: 'Votre adresse e-mail (facultative, pour une réponse après votre départ)',
  emailFirst: 'Veuillez d’abord nous indiquer votre adresse e-mail.',
  empty: 'Veuillez d’abord écrire quelque chose.',
  late: 'Cette page est restée ouverte trop longtemps, ou votre navigateur ne garde pas nos cookies. Veuillez renvoyer votre message.',
  oldLink: 'Le lien que vous avez suivi n’est plus valable. Vous pouvez tout de même nous écrire ici.',
  otherPerson:
    'Vous avez déjà un chat ici, et le lien que vous avez suivi est destiné à une autre personne. Continuer en tant que cette personne ?',
  switchPerson: 'Continuer en tant que cette personne',
  stay: 'Rester dans mon chat',
  notFound: 'Cette discussion est introuvable',
  tooMany: 'Trop de demandes',
  refused: 'Cela n’a pas été possible',
  goBack: 'Revenez en arrière pour réessayer.',
}
