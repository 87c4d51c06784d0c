import type { Texts } from './en.js'

export const texts: Texts = {
  buttonFails: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  somebody: 'Quelqu’un',
  you: 'Vous',
  openConversation: 'Ouvrir la conversation',
  verification: {
    heading: 'Confirmez votre adresse e-mail',
    lead: 'Veuillez confirmer que cette adresse est bien la vôtre, afin que nous puissions vous joindre.',
    button: 'Confirmer l’adresse',
    footnote:
      'Le lien est valable trois jours. Vous recevez ce message parce que quelqu’un s’est inscrit avec cette adresse ; si ce n’était pas vous, ignorez-le.',
  },
  passwordReset: {
    heading: 'Réinitialisez votre mot de passe',
    lead: 'Quelqu’un a demandé à réinitialiser le mot de passe de votre compte. Ce lien vous permet d’en choisir un nouveau.',
    button: 'Choisir un nouveau mot de passe',
    footnote:
      'Le lien ne fonctionne qu’une fois et reste valable une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
  },
  registration: {
    heading: 'Terminez votre inscription',
    lead: 'Ouvrez ce lien et saisissez le mot de passe que vous avez choisi. Votre compte sera alors prêt.',
    button: 'Terminer l’inscription',
    footnote:
      'Le lien est valable un jour. Vous recevez ce message parce que quelqu’un s’est inscrit avec cette adresse ; si ce n’était pas vous, ignorez-le : sans le mot de passe, personne ne peut utiliser le lien.',
  },
  welcome: {
    heading: 'Bienvenue chez {company}',
    lead: 'Votre compte est prêt. Les premiers pas prennent quelques minutes : ajoutez le chat à votre site, connectez votre boîte mail et invitez votre équipe. Si vous avez une question, répondez à ce message.',
    button: 'Faire les premiers pas',
    footnote: 'Vous recevez ce message une seule fois, parce que vous vous êtes inscrit avec cette adresse.',
  },
  accountExists: {
    heading: 'Vous avez déjà un compte',
    lead: 'Quelqu’un a voulu s’inscrire avec cette adresse, mais elle est déjà liée à un compte. Vous pouvez vous y connecter.',
    button: 'Se connecter',
    forgotten: 'Mot de passe oublié ? Choisissez-en un nouveau',
    footnote: 'Si ce n’était pas vous, ignorez ce message : votre compte ne change pas.',
  },
  invitation: {
    heading: '{who} vous invite à rejoindre {company}',
    headingAlone: 'Rejoignez {company}',
    lead: 'Répondez aux clients de {company} avec le reste de l’équipe.',
    button: 'Accepter l’invitation',
    footnote: 'Le lien est valable trois jours. Si vous ne savez pas qui vous invite, ignorez ce message.',
  },
  mention: {
    heading: '{who} vous mentionne',
    colleague: 'Un membre de votre équipe',
    footnote:
      'Vous recevez ce message parce que quelqu’un vous mentionne. Vous pouvez désactiver ces messages dans votre profil.',
  },
  webhookPaused: {
    heading: 'Votre webhook est en pause',
    lead: 'Votre webhook sur {host} n’a accepté aucun événement pendant un jour. Nous ne l’appelons donc plus. Les nouveaux événements sont conservés 30 jours. Reprenez le webhook quand il fonctionne de nouveau : tout ce qui attendait sera envoyé dans l’ordre.',
    button: 'Ouvrir les webhooks',
    footnote: 'Vous recevez cet e-mail car vous êtes admin de {company}.',
  },
  mailboxFailing: {
    heading: 'Votre boîte mail ne fonctionne plus',
    lead: 'Nous ne pouvons plus utiliser la boîte mail {email}. Le plus souvent, son mot de passe a été changé. Rien n’est perdu : dès que la boîte mail fonctionne à nouveau, les e-mails arrivés entre-temps sont repris.',
    button: 'Ouvrir les réglages de la boîte mail',
    footnote: 'Vous recevez cet e-mail car vous êtes admin de {company}.',
  },
  paymentFailed: {
    heading: 'Votre paiement a échoué',
    lead: 'Nous n’avons pas pu débiter votre carte pour votre abonnement. Vérifiez la carte ou saisissez-en une autre. Votre formule est conservée jusqu’au {date}. Ensuite, le compte passe à la formule Starter. Rien n’est supprimé.',
    button: 'Ouvrir la facturation',
    footnote: 'Vous recevez cet e-mail car vous êtes admin de {company}.',
  },
  connectionFailing: {
    heading: 'Votre connexion à {service} ne fonctionne plus',
    lead: 'Nous ne pouvons plus accéder à {service}. Le plus souvent, quelqu’un y a retiré l’application. Rien n’est perdu : dès qu’un admin la reconnecte, les messages écrits entre-temps sont envoyés.',
    button: 'Ouvrir les intégrations',
    footnote: 'Vous recevez cet e-mail car vous êtes admin de {company}.',
  },
  unseenMessages: {
    heading: 'Nouveau message de {company}',
    leadNamed: 'Bonjour {who}, vous avez un nouveau message de {company}.',
    lead: 'Vous avez un nouveau message de {company}.',
    button: 'Continuer la discussion',
    footnote: 'Répondez à cet e-mail pour continuer. Vous le recevez parce que vous nous avez écrit dans le chat.',
  },
  ratingRequest: {
    heading: 'Comment s’est passée votre conversation avec {company} ?',
    lead: 'Votre conversation est terminée. Notez-la de 1 (mauvais) à 5 (très bien). Vous pourrez ajouter un commentaire sur la page suivante.',
    footnote: 'Vous recevez cet e-mail parce que vous avez écrit à {company}.',
  },
  unsubscribe: {
    heading: 'E-mails de {company}',
    lead: 'Ne plus recevoir d’e-mails automatiques de {company} ? Les réponses à vos propres questions vous parviendront toujours.',
    button: 'Se désabonner',
    done: 'Vous ne recevrez plus d’e-mails automatiques de {company}.',
    again: 'Se réabonner',
    footnote: 'Vous recevez cet e-mail parce que vous attendez des nouvelles de {company}.',
    link: 'Se désabonner',
  },
  weeklySummary: {
    heading: 'Votre semaine chez {company}',
    period: 'Du {from} au {to} :',
    conversations: 'Nouvelles conversations : {count}',
    messages: 'Messages reçus : {received}, envoyés : {sent}',
    firstReply: 'Temps médian jusqu’à la première réponse : {time}',
    resolution: 'Temps médian jusqu’à la résolution : {time}',
    button: 'Ouvrir le rapport',
    footnote:
      'Vous recevez ce message parce que vous avez activé le résumé hebdomadaire. Vous pouvez le désactiver dans votre profil.',
  },
  alert: {
    headingOne: 'Nouveau message de {who}',
    headingMany: 'Nouveaux messages de {who}',
    anonymous: 'la part d’un visiteur anonyme ({conversation})',
    lead: 'Quelqu’un a écrit à {company} et attend une réponse.',
    footnote:
      'Vous recevez ce message parce que vos alertes de nouveaux messages sont activées. Vous pouvez les désactiver dans votre profil.',
  },
}
