import { file, html, mail, multipart, plain, type CorpusMail } from './build.js'

const report = (status: string, original: string, text = 'Your mail could not be delivered.') =>
  multipart('report; report-type=delivery-status', [
    plain(text),
    `Content-Type: message/delivery-status\n\n${status}\n`,
    `Content-Type: message/rfc822\n\n${original}\n`,
  ])

const ORIGINAL =
  'From: Acme <help@acme.test>\nTo: gone@example.test\nSubject: Your order\nMessage-ID: <out.9@acme.test>\n\nHello'
const NULL_SENDER = { from: '', to: ['help@acme.test'] }

const bounces: CorpusMail[] = [
  {
    name: 'bounce of Postfix',
    raw: mail(
      'From: MAILER-DAEMON@mx.example.test (Mail Delivery System)\nSubject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied',
      report(
        'Reporting-MTA: dns; mx.example.test\nArrival-Date: Mon,  4 Mar 2024 10:15:00 +0100 (CET)\n\nFinal-Recipient: rfc822; gone@example.test\nOriginal-Recipient: rfc822;gone@example.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <gone@example.test>: Recipient address rejected:\n    User unknown',
        ORIGINAL,
      ),
    ),
    envelope: NULL_SENDER,
    becomes: {
      kind: 'bounce',
      body: 'Your mail could not be delivered.',
      original_message_id: '<out.9@acme.test>',
      bounced: [
        {
          email: 'gone@example.test',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '550 5.1.1 <gone@example.test>: Recipient address rejected: User unknown',
        },
      ],
    },
  },
  {
    name: 'bounce of Gmail',
    raw: mail(
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.test>\nSubject: Delivery Status Notification (Failure)\nX-Failed-Recipients: gone@gmail.test\nIn-Reply-To: <out.9@acme.test>\nReferences: <out.9@acme.test>',
      plain('** Address not found **\n\nYour message was not delivered to gone@gmail.test.'),
    ),
    becomes: {
      kind: 'bounce',
      body: '** Address not found **\n\nYour message was not delivered to gone@gmail.test.',
      original_message_id: '<out.9@acme.test>',
      bounced: [{ email: 'gone@gmail.test', action: 'failed', status: null, diagnostic: null }],
    },
  },
  {
    name: 'Exchange reports two recipients, one of them delayed',
    raw: mail(
      'From: Microsoft Outlook <postmaster@example.test>\nSubject: Undeliverable: Your order',
      report(
        'Reporting-MTA: dns;mail.example.test\n\nFinal-Recipient: RFC822; full@example.test\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp;552 5.2.2 mailbox full\n\nFinal-Recipient: rfc822;slow@example.test\nAction: delayed\nStatus: 4.4.1',
        ORIGINAL,
      ),
    ),
    becomes: {
      kind: 'bounce',
      body: 'Your mail could not be delivered.',
      bounced: [
        { email: 'full@example.test', action: 'failed', status: '5.2.2', diagnostic: '552 5.2.2 mailbox full' },
        { email: 'slow@example.test', action: 'delayed', status: '4.4.1', diagnostic: null },
      ],
    },
  },
  {
    name: 'a report that the mail arrived is a bounce without recipients',
    raw: mail(
      'From: postmaster@example.test\nSubject: Delivered: Your order',
      report(
        'Reporting-MTA: dns;mail.example.test\n\nFinal-Recipient: rfc822;carla@example.test\nAction: delivered\nStatus: 2.0.0',
        ORIGINAL,
        'Delivered.',
      ),
    ),
    becomes: { kind: 'bounce', body: 'Delivered.', bounced: [] },
  },
  {
    name: 'bounce of qmail in plain text',
    raw: mail(
      'From: MAILER-DAEMON@mx.example.test\nSubject: failure notice',
      plain(
        '<gone@example.test>:\nSorry, no mailbox here by that name.\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <out.9@acme.test>\nSubject: Your order\n',
      ),
    ),
    envelope: NULL_SENDER,
    becomes: {
      kind: 'bounce',
      body: '<gone@example.test>:\nSorry, no mailbox here by that name.\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <out.9@acme.test>\nSubject: Your order',
      original_message_id: '<out.9@acme.test>',
      bounced: [],
    },
  },
  {
    name: 'complaint of a provider',
    raw: mail(
      'From: staff@hotmail.test\nSubject: complaint about message',
      multipart('report; report-type=feedback-report', [
        plain('This is an email abuse report.'),
        'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: Feedback/1.0\nOriginal-Rcpt-To: carla@example.test\n',
        `Content-Type: message/rfc822\n\n${ORIGINAL}\n`,
      ]),
    ),
    becomes: {
      kind: 'complaint',
      body: 'This is an email abuse report.',
      original_message_id: '<out.9@acme.test>',
      bounced: [{ email: 'carla@example.test', action: 'failed', status: null, diagnostic: null }],
    },
  },
]

const automatic = (name: string, headers: string, kind: 'auto-reply' | 'notification'): CorpusMail => ({
  name,
  raw: mail(headers, plain('I am away until Monday.')),
  becomes: { kind, body: 'I am away until Monday.' },
})

/** As mail servers begin these subjects. */
const AWAY: Array<[language: string, subject: string]> = [
  ['English', 'Automatic reply'],
  ['German', 'Automatische Antwort'],
  ['French', 'Réponse automatique'],
  ['Spanish', 'Respuesta automática'],
  ['Portuguese', 'Resposta automática'],
  ['Japanese', '自動応答'],
  ['Arabic', 'رد تلقائي'],
]

const encoded = (subject: string) => `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`

export const machines: CorpusMail[] = [
  ...bounces,
  automatic('out of office of Gmail', 'Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes', 'auto-reply'),
  automatic(
    'out of office of Exchange',
    'Subject: Automatic reply: Your order\nAuto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\nIn-Reply-To: <out.1@acme.test>',
    'auto-reply',
  ),
  ...AWAY.flatMap(([language, subject]) => [
    automatic(
      `out of office in ${language}, by its subject and the mail that it answers`,
      `Subject: ${encoded(`${subject}: 7`)}\nIn-Reply-To: <out.1@acme.test>`,
      'auto-reply',
    ),
    automatic(`a mail about "${subject}"`, `Subject: ${encoded(`${subject} 7`)}`, 'notification'),
  ]),
  {
    name: 'out of office with the null return path, by its subject',
    raw: mail('Subject: Out of office', plain('Away.')),
    envelope: NULL_SENDER,
    becomes: { kind: 'auto-reply', body: 'Away.' },
  },
  automatic('a customer writes about out of office', 'Subject: Out of office chairs: please restock', 'notification'),
  automatic(
    'a newsletter about out of office',
    'Subject: Out of office chairs: 20 % off\nList-Unsubscribe: <https://shop.test/u>',
    'notification',
  ),
  automatic('vacation of an old server', 'Precedence: auto_reply', 'auto-reply'),
  automatic('mailing list', 'List-Id: <news.example.test>\nPrecedence: list', 'notification'),
  automatic('newsletter', 'List-Unsubscribe: <https://example.test/u>', 'notification'),
  automatic('payment notice', 'From: Pay <no-reply@pay.test>\nAuto-Submitted: auto-generated', 'notification'),
  automatic('sender that reads no mail', 'From: donotreply@shop.test', 'notification'),
  {
    name: 'mail with the null return path',
    raw: mail('', plain('Away.')),
    envelope: NULL_SENDER,
    becomes: { kind: 'notification', body: 'Away.' },
  },
  {
    name: 'Auto-Submitted: no is a person',
    raw: mail('Auto-Submitted: no', plain('I am a person.')),
    becomes: { kind: 'person', body: 'I am a person.' },
  },
  {
    name: 'calendar invitation',
    raw: mail(
      'Subject: Call',
      multipart('mixed', [
        multipart('alternative', [
          html('<p>Call at noon?</p>'),
          'Content-Type: text/calendar; charset=UTF-8; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n',
        ]),
        file('application/ics', 'invite.ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR'),
      ]),
    ),
    becomes: { kind: 'person', body: 'Call at noon?', attachments: ['invite.ics', 'invite.ics'] },
  },
]
