import type { Texts } from './en.js'

export const texts: Texts = {
  buttonFails: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  somebody: 'Jemand',
  you: 'Sie',
  openConversation: 'Unterhaltung öffnen',
  verification: {
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    lead: 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit wir Sie erreichen können.',
    button: 'E-Mail-Adresse bestätigen',
    footnote:
      'Der Link ist drei Tage lang gültig. Sie erhalten diese E-Mail, weil sich jemand mit dieser Adresse registriert hat. Waren Sie das nicht, können Sie sie ignorieren.',
  },
  passwordReset: {
    heading: 'Setzen Sie Ihr Passwort zurück',
    lead: 'Jemand möchte das Passwort Ihres Kontos zurücksetzen. Über diesen Link wählen Sie ein neues.',
    button: 'Neues Passwort wählen',
    footnote:
      'Der Link funktioniert einmal und ist eine Stunde lang gültig. Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
  },
  registration: {
    heading: 'Schließen Sie Ihre Registrierung ab',
    lead: 'Öffnen Sie diesen Link und geben Sie das Passwort ein, das Sie gewählt haben. Danach ist Ihr Konto bereit.',
    button: 'Registrierung abschließen',
    footnote:
      'Der Link ist einen Tag lang gültig. Sie erhalten diese E-Mail, weil sich jemand mit dieser Adresse registriert hat. Waren Sie das nicht, können Sie sie ignorieren: Ohne das Passwort kann niemand den Link nutzen.',
  },
  welcome: {
    heading: 'Willkommen bei {company}',
    lead: 'Ihr Konto ist bereit. Die ersten Schritte dauern wenige Minuten: Binden Sie den Chat in Ihre Website ein, verbinden Sie Ihr Postfach und laden Sie Ihr Team ein. Wenn Sie eine Frage haben, antworten Sie auf diese E-Mail.',
    button: 'Zu den ersten Schritten',
    footnote: 'Sie erhalten diese E-Mail einmal, weil Sie sich mit dieser Adresse registriert haben.',
  },
  accountExists: {
    heading: 'Sie haben bereits ein Konto',
    lead: 'Jemand wollte sich mit dieser Adresse registrieren, aber sie gehört schon zu einem Konto. Sie können sich damit anmelden.',
    button: 'Anmelden',
    forgotten: 'Passwort vergessen? Wählen Sie ein neues',
    footnote: 'Waren Sie das nicht, ignorieren Sie diese E-Mail: Ihr Konto bleibt unverändert.',
  },
  invitation: {
    heading: '{who} lädt Sie zu {company} ein',
    headingAlone: 'Einladung zu {company}',
    lead: 'Sie sind eingeladen, gemeinsam mit dem Team die Anfragen der Kunden von {company} zu beantworten.',
    button: 'Einladung annehmen',
    footnote:
      'Der Link ist drei Tage lang gültig. Wissen Sie nicht, wer Sie einlädt, können Sie diese E-Mail ignorieren.',
  },
  mention: {
    heading: '{who} hat Sie erwähnt',
    colleague: 'Jemand aus Ihrem Team',
    footnote:
      'Sie erhalten diese E-Mail, weil Sie erwähnt wurden. In Ihrem Profil können Sie diese E-Mails abschalten.',
  },
  webhookPaused: {
    heading: 'Ihr Webhook ist angehalten',
    lead: 'Ihr Webhook bei {host} hat einen Tag lang kein Ereignis angenommen. Deshalb rufen wir ihn nicht mehr auf. Neue Ereignisse bleiben 30 Tage gespeichert. Setzen Sie den Webhook fort, sobald er wieder funktioniert: Alles, was gewartet hat, wird dann der Reihe nach gesendet.',
    button: 'Webhooks öffnen',
    footnote: 'Sie erhalten diese E-Mail, weil Sie Admin von {company} sind.',
  },
  mailboxFailing: {
    heading: 'Ihr Postfach funktioniert nicht mehr',
    lead: 'Wir können das Postfach {email} nicht mehr nutzen. Meistens wurde sein Passwort geändert. Nichts geht verloren: Sobald das Postfach wieder funktioniert, werden die inzwischen eingegangenen E-Mails übernommen.',
    button: 'Postfach-Einstellungen öffnen',
    footnote: 'Sie erhalten diese E-Mail, weil Sie Admin von {company} sind.',
  },
  paymentFailed: {
    heading: 'Ihre Zahlung ist fehlgeschlagen',
    lead: 'Wir konnten Ihre Karte für Ihr Abonnement nicht belasten. Bitte prüfen Sie die Karte oder geben Sie eine andere ein. Ihr Tarif bleibt bis zum {date} bestehen. Danach gilt für das Konto der Starter-Tarif. Nichts wird gelöscht.',
    button: 'Abrechnung öffnen',
    footnote: 'Sie erhalten diese E-Mail, weil Sie Admin von {company} sind.',
  },
  connectionFailing: {
    heading: 'Ihre Verbindung zu {service} funktioniert nicht mehr',
    lead: 'Wir erreichen {service} nicht mehr. Meistens hat dort jemand die App entfernt. Nichts geht verloren: Sobald ein Admin die Verbindung erneuert, werden die inzwischen geschriebenen Nachrichten gesendet.',
    button: 'Integrationen öffnen',
    footnote: 'Sie erhalten diese E-Mail, weil Sie Admin von {company} sind.',
  },
  unseenMessages: {
    heading: 'Neue Nachricht von {company}',
    leadNamed: 'Guten Tag {who}, Sie haben eine neue Nachricht von {company}.',
    lead: 'Sie haben eine neue Nachricht von {company}.',
    button: 'Chat fortsetzen',
    footnote: 'Antworten Sie einfach auf diese E-Mail. Sie erhalten sie, weil Sie uns im Chat geschrieben haben.',
  },
  ratingRequest: {
    heading: 'Wie war Ihr Gespräch mit {company}?',
    lead: 'Ihr Gespräch wurde abgeschlossen. Bitte bewerten Sie es von 1 (schlecht) bis 5 (sehr gut). Auf der nächsten Seite können Sie etwas dazu schreiben.',
    footnote: 'Sie erhalten diese E-Mail, weil Sie an {company} geschrieben haben.',
  },
  unsubscribe: {
    heading: 'E-Mails von {company}',
    lead: 'Möchten Sie keine automatischen E-Mails von {company} mehr erhalten? Antworten auf Ihre eigenen Fragen erreichen Sie weiterhin.',
    button: 'Abmelden',
    done: 'Sie erhalten keine automatischen E-Mails von {company} mehr.',
    again: 'Wieder anmelden',
    footnote: 'Sie erhalten diese E-Mail, weil Sie auf Neuigkeiten von {company} warten.',
    link: 'Abmelden',
  },
  weeklySummary: {
    heading: 'Ihre Woche bei {company}',
    period: 'Vom {from} bis {to}:',
    conversations: 'Neue Konversationen: {count}',
    messages: 'Empfangene Nachrichten: {received}, gesendete: {sent}',
    firstReply: 'Mittlere Zeit bis zur ersten Antwort (Median): {time}',
    resolution: 'Mittlere Zeit bis zum Abschluss (Median): {time}',
    button: 'Bericht öffnen',
    footnote:
      'Sie erhalten diese E-Mail, weil Sie die wöchentliche Zusammenfassung eingeschaltet haben. Sie können sie in Ihrem Profil ausschalten.',
  },
  alert: {
    headingOne: 'Neue Nachricht von {who}',
    headingMany: 'Neue Nachrichten von {who}',
    anonymous: 'einem anonymen Besucher ({conversation})',
    lead: 'Jemand hat an {company} geschrieben und wartet auf eine Antwort.',
    footnote:
      'Sie erhalten diese E-Mail, weil Sie über neue Nachrichten informiert werden möchten. In Ihrem Profil können Sie das abschalten.',
  },
}
