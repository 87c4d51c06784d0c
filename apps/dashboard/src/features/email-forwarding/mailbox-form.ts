import type { ConnectedMailbox, NewConnectedMailbox, NewImapSettings, NewSmtpSettings } from '@papercups/contract'
import type { Provider } from './mailbox-providers.js'

const IMAP = { host: '', port: 993, security: 'tls', user: '', folder: 'INBOX', authserv_id: '' } as const
const SMTP = { host: '', port: 465, security: 'tls', user: '' } as const

/** One field for each input of the dialog. */
export function fieldsOf(mailbox: ConnectedMailbox | null) {
  const imap = mailbox?.imap ?? IMAP
  const smtp = mailbox?.smtp ?? SMTP
  return {
    email: mailbox?.email ?? '',
    from_name: mailbox?.from_name ?? '',
    receives: mailbox === null || mailbox.imap !== null,
    imap_host: imap.host,
    imap_port: imap.port,
    imap_security: imap.security as NewImapSettings['security'],
    imap_user: imap.user,
    imap_password: '',
    imap_folder: imap.folder,
    imap_authserv_id: imap.authserv_id ?? '',
    sends: mailbox === null || mailbox.smtp !== null,
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_security: smtp.security as NewImapSettings['security'],
    smtp_user: smtp.user,
    smtp_password: '',
  }
}

export type MailboxFields = ReturnType<typeof fieldsOf>

export const presetOf = ({ imap, smtp, authserv_id }: Provider): Partial<MailboxFields> => ({
  imap_host: imap.host,
  imap_port: imap.port,
  imap_security: imap.security,
  imap_authserv_id: authserv_id ?? '',
  smtp_host: smtp.host,
  smtp_port: smtp.port,
  smtp_security: smtp.security,
})

/** Without a user name, the email is the user name. */
export const imapOf = (values: MailboxFields): NewImapSettings => ({
  host: values.imap_host,
  port: Number(values.imap_port),
  security: values.imap_security,
  user: values.imap_user || values.email,
  folder: values.imap_folder,
  authserv_id: values.imap_authserv_id,
  password: values.imap_password,
})

/** Most providers use one password for both. */
export const smtpOf = (values: MailboxFields): NewSmtpSettings => ({
  host: values.smtp_host,
  port: Number(values.smtp_port),
  security: values.smtp_security,
  user: values.smtp_user || values.imap_user || values.email,
  password: values.smtp_password || values.imap_password,
})

export const toNewMailbox = (values: MailboxFields): NewConnectedMailbox => ({
  email: values.email,
  from_name: values.from_name,
  imap: values.receives ? imapOf(values) : null,
  smtp: values.sends ? smtpOf(values) : null,
})

const blank =
  (label: string) =>
  (value: unknown, { receives }: MailboxFields) =>
    receives && !String(value).trim() ? `Enter the ${label}.` : null

export const rules = {
  email: (value: string) => (value.includes('@') ? null : 'Enter the email address of the mailbox.'),
  imap_host: blank('server for receiving'),
  imap_port: blank('port'),
  smtp_host: (value: string, { sends }: MailboxFields) =>
    sends && !value.trim() ? 'Enter the server for sending.' : null,
}
