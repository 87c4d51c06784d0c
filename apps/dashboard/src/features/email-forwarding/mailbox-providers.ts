import type { MailSecurity } from '@papercups/contract'

interface Server {
  host: string
  port: number
  security: MailSecurity
}

export interface Provider {
  name: string
  imap: Server
  smtp: Server
  /** Its name in the `Authentication-Results` that it writes. */
  authserv_id?: string
  /** About passwords. */
  hint: string
  /** The provider's page about app passwords. */
  help: string
}

const tls = (host: string, port: number): Server => ({ host, port, security: 'tls' })
const starttls = (host: string): Server => ({ host, port: 587, security: 'starttls' })

export const PROVIDERS: Provider[] = [
  {
    name: 'Gmail',
    imap: tls('imap.gmail.com', 993),
    smtp: tls('smtp.gmail.com', 465),
    authserv_id: 'mx.google.com',
    hint: 'Google wants an app password instead of your usual one. You can create one after you turn on 2-Step Verification.',
    help: 'https://support.google.com/accounts/answer/185833',
  },
  {
    name: 'Outlook or Microsoft 365',
    imap: tls('outlook.office365.com', 993),
    smtp: starttls('smtp.office365.com'),
    hint: 'Microsoft wants an app password, and many companies no longer allow passwords over IMAP. If the test fails, use a forwarding address instead.',
    help: 'https://support.microsoft.com/account-billing/5896ed9b-4263-e681-128a-a6f2979a7944',
  },
  {
    name: 'Fastmail',
    imap: tls('imap.fastmail.com', 993),
    smtp: tls('smtp.fastmail.com', 465),
    hint: 'Fastmail wants an app password instead of your usual one.',
    help: 'https://www.fastmail.help/hc/en-us/articles/360058752854',
  },
  {
    name: 'iCloud',
    imap: tls('imap.mail.me.com', 993),
    smtp: starttls('smtp.mail.me.com'),
    hint: 'Apple wants an app-specific password instead of your usual one.',
    help: 'https://support.apple.com/102654',
  },
]
