import { awsBucket } from './files/aws-bucket.js'
import { readS3Address } from './files/s3-address.js'
import { address, flag, setting, text, valueOf, wholeNumber, longSecret } from './setting.js'

/** The variables about mail, out and in. */
export const mailSettings = {
  smtp_url: setting<string | undefined>('SMTP_URL', {
    read: address('smtp://user:password@host:587', 'smtp:', 'smtps:'),
    otherwise: undefined,
    shown: 'none: mail stays in the local mailbox',
    assemble: {
      names: [
        'MAILER_ADAPTER',
        'SMTP_HOST_ADDR',
        'SMTP_HOST_PORT',
        'SMTP_USER_NAME',
        'SMTP_USER_PWD',
        'SMTP_HOST_SSL_ENABLED',
      ],
      text: smtpServer,
    },
    about:
      'The mail server. `smtp://` uses STARTTLS when offered, and demands it with `?requireTLS=true`; `smtps://` speaks TLS from the start. Percent-encode user and password.',
  }),
  smtp_retries: setting('SMTP_RETRIES', {
    read: wholeNumber(0, 20),
    otherwise: 2,
    about:
      'How often a mail is tried again at once when the connection to the mail server breaks. After that it waits, and is tried again later.',
  }),
  mailgun: setting<string | undefined>('MAILGUN_API_KEY', {
    read: text,
    otherwise: undefined,
    shown: 'none',
    about: 'With `MAILER_ADAPTER=mailgun` and `DOMAIN`, mail leaves through Mailgun’s API. `SMTP_URL` wins over it.',
  }),
  mailgun_domain: setting<string | undefined>('DOMAIN', {
    read: text,
    otherwise: undefined,
    shown: 'none',
    about: 'The sending domain at Mailgun. Nothing else reads it.',
  }),
  mail_from: setting<string | undefined>('MAIL_FROM', {
    also: ['FROM_ADDRESS'],
    read: sender,
    otherwise: undefined,
    shown: 'papercups@ the host of BASE_URL',
    about: 'The sender of every mail: `help@acme.com` or `Acme <help@acme.com>`.',
  }),
  operator_email: setting<string | undefined>('OPERATOR_EMAIL', {
    also: ['PAPERCUPS_ADMIN_EMAIL'],
    read: email,
    otherwise: undefined,
    shown: 'none: users cannot mail you',
    about: 'Your own email. Users write to it with `POST /api/admin/notifications`.',
  }),
  check_recipient_domains: setting('DISABLE_EMAIL_VALIDITY_CHECK', {
    read: (value) => !flag(value),
    otherwise: true,
    shown: 'false',
    about: 'true also sends mail to domains that have neither a mail server nor an IP in DNS, as in a private network.',
  }),
  mail_in_domain: setting<string | undefined>('MAIL_IN_DOMAIN', {
    also: ['SES_FORWARDING_DOMAIN'],
    read: mailDomain,
    otherwise: undefined,
    shown: 'none: no mail is taken',
    about: 'The domain of forwarding and reply addresses. Its mail has to reach this server: see docs/email.md.',
  }),
  mail_in_port: setting<number | undefined>('MAIL_IN_PORT', {
    read: wholeNumber(1, 65535),
    otherwise: undefined,
    shown: 'none: no SMTP receiver',
    about: 'The port on which the server takes mail over SMTP, usually 25. It needs MAIL_IN_DOMAIN.',
  }),
  mail_in_max_mb: setting('MAIL_IN_MAX_MB', {
    read: wholeNumber(1, 500),
    otherwise: 25,
    about: 'The largest incoming mail, in megabytes.',
  }),
  mail_in_per_minute: setting('MAIL_IN_PER_MINUTE', {
    read: wholeNumber(1, 1_000_000),
    otherwise: 300,
    about: 'How many mails the SMTP receiver takes for one address in a minute. Other servers send the rest later.',
  }),
  mailbox_poll_seconds: setting('MAILBOX_POLL_SECONDS', {
    read: wholeNumber(1, 3_600),
    otherwise: 60,
    about: 'How often a connected mailbox is asked for new mail, in seconds, if its server does not report it (IDLE).',
  }),
  mail_in_secret: setting<string | undefined>('MAIL_IN_SECRET', {
    also: ['SES_WEBHOOK_SECRET'],
    read: longSecret,
    otherwise: undefined,
    shown: 'none: the calls are refused',
    about: 'What a program sends as `Authorization: Bearer` to hand over mail at `/api/mail/inbound`.',
  }),
  ses_bucket_url: setting<string | undefined>('SES_BUCKET_URL', {
    read: (value) => (readS3Address(value), value),
    otherwise: undefined,
    shown: 'none',
    assemble: {
      names: ['SES_BUCKET_NAME', 'SES_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
      text: (env) => awsBucket(env, 'SES_BUCKET_NAME', 'SES_REGION'),
    },
    about: 'Where Amazon SES stores incoming mail, written like `FILES_URL`. Used by `/api/ses/webhook`.',
  }),
  mailgun_signing_key: setting<string | undefined>('MAILGUN_SIGNING_KEY', {
    read: longSecret,
    otherwise: undefined,
    shown: 'none: Mailgun’s calls are refused',
    about: 'Mailgun’s HTTP webhook signing key, for a route that forwards to `/api/mail/inbound/mime`.',
  }),
  mail_tls_key: setting<string | undefined>('MAIL_TLS_KEY', {
    read: text,
    otherwise: undefined,
    shown: 'none: no STARTTLS',
    about: 'The file with the private key of the SMTP receiver.',
  }),
  mail_tls_cert: setting<string | undefined>('MAIL_TLS_CERT', {
    read: text,
    otherwise: undefined,
    shown: 'none: no STARTTLS',
    about: 'The file with its certificate chain.',
  }),
}

/** `local`, `smtp` or `mailgun`, also under the names of the original: `Swoosh.Adapters.SMTP`. */
export const mailerOf = (env: NodeJS.ProcessEnv) =>
  valueOf(env, 'MAILER_ADAPTER')
    ?.toLowerCase()
    .replace(/^swoosh\.adapters\./, '')

function sender(value: string) {
  const [, named, bare] = /^(?:[^<>\r\n]*<([^<>\s]+)>|([^<>\s]+))$/.exec(value) ?? []
  if (!/^[^@\s]+@[^@\s]+$/.test(named ?? bare ?? '')) throw new Error('must be an address like Acme <help@acme.com>')
  return value
}

function email(value: string) {
  if (!/^[^@<>\s]+@[^@<>\s]+$/.test(value)) throw new Error('must be an address like help@acme.com')
  return value
}

function mailDomain(value: string) {
  if (!/^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value)) throw new Error('must be a domain like chat.acme.com')
  return value.toLowerCase()
}

function smtpServer(env: NodeJS.ProcessEnv) {
  if (mailerOf(env) !== 'smtp') return undefined
  const scheme = /^(1|true)$/i.test(valueOf(env, 'SMTP_HOST_SSL_ENABLED') ?? '') ? 'smtps' : 'smtp'
  const user = valueOf(env, 'SMTP_USER_NAME')
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(valueOf(env, 'SMTP_USER_PWD') ?? '')}@` : ''
  return `${scheme}://${login}${valueOf(env, 'SMTP_HOST_ADDR') ?? 'mail'}:${valueOf(env, 'SMTP_HOST_PORT') ?? '25'}`
}
