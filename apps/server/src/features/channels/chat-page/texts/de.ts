import type { Texts } from './en.js'

export const texts: Texts = {
  us: 'uns',
  heading: 'Chat mit {company}',
  messages: 'Nachrichten',
  you: 'Sie',
  check: 'Nach neuen Nachrichten sehen',
  message: 'Ihre Nachricht',
  send: 'Nachricht senden',
  name: 'Ihr Name (freiwillig)',
  email: 'Ihre E-Mail-Adresse',
  emailOptional: 'Ihre E-Mail-Adresse (freiwillig, für eine Antwort, wenn Sie nicht mehr hier sind)',
  emailFirst: 'Bitte nennen Sie uns zuerst Ihre E-Mail-Adresse.',
  empty: 'Bitte schreiben Sie zuerst etwas.',
  late: 'Diese Seite war zu lange geöffnet, oder Ihr Browser behält keine Cookies von hier. Bitte senden Sie Ihre Nachricht noch einmal.',
  oldLink: 'Der Link, dem Sie gefolgt sind, gilt nicht mehr. Sie können uns trotzdem hier schreiben.',
  otherPerson:
    'Sie führen hier bereits einen Chat, und der Link, dem Sie gefolgt sind, ist für eine andere Person. Als diese Person fortfahren?',
  switchPerson: 'Als diese Person fortfahren',
  stay: 'In meinem Chat bleiben',
  notFound: 'Dieser Chat wurde nicht gefunden',
  tooMany: 'Zu viele Anfragen',
  refused: 'Das war nicht möglich',
  goBack: 'Gehen Sie zurück, um es noch einmal zu versuchen.',
}
