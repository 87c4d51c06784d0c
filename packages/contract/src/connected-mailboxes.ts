import { Type, type Static } from 'typebox'
import { FilledLine, Instant, Line, Nullable, Omittable, Uuid } from './scalars.js'

/** `tls`: from the first byte. `starttls`: the connection is upgraded before the password is sent. */
export const MailSecurity = Type.Enum(['tls', 'starttls', 'none'])
export type MailSecurity = Static<typeof MailSecurity>

const server = {
  host: FilledLine,
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: MailSecurity,
  user: FilledLine,
}
/** It may be left out while host, port and user stay the same: then the stored one is used. It is never returned. */
const Password = Omittable(Type.String({ maxLength: 1_000 }))

/**
 * The name under which the mailbox's own server writes `Authentication-Results`. Only headers with this name are believed.
 */
const AuthservId = Omittable(Type.String({ maxLength: 255, pattern: '^[\\w.-]*$' }))

export const ImapSettings = Type.Object({ ...server, folder: FilledLine, authserv_id: AuthservId })
export type ImapSettings = Static<typeof ImapSettings>

export const SmtpSettings = Type.Object(server)
export type SmtpSettings = Static<typeof SmtpSettings>

export const NewImapSettings = Type.Object({
  ...server,
  folder: Omittable(Line),
  authserv_id: AuthservId,
  password: Password,
})
export type NewImapSettings = Static<typeof NewImapSettings>

export const NewSmtpSettings = Type.Object({ ...server, password: Password })
export type NewSmtpSettings = Static<typeof NewSmtpSettings>

/** Why a mail server could not be used. */
export const MailServerFailure = Type.Enum([
  'wrong_password',
  'unknown_host',
  'forbidden_host',
  'bad_certificate',
  'no_encryption',
  'timeout',
  'connection',
  'no_folder',
  'refused',
  'not_stored',
])
export type MailServerFailure = Static<typeof MailServerFailure>

const Failure = Type.Object({ reason: MailServerFailure, message: Type.String(), since: Instant })

export const MailboxState = Type.Object({
  state: Type.Enum(['connecting', 'connected', 'failing']),
  /** Null until the first connection. */
  connected_at: Nullable(Instant),
  last_mail_at: Nullable(Instant),
  failure: Nullable(Failure),
  /** Mails that were not taken since the mailbox was connected, because they are too large or cannot be read. */
  left_out: Type.Integer({ minimum: 0 }),
  left_out_reason: Nullable(Type.Enum(['too_large', 'unreadable'])),
  left_out_at: Nullable(Instant),
})
export type MailboxState = Static<typeof MailboxState>

/** A company's own mailbox. Its new mail becomes conversations of the inbox, and answers leave through its mail server. */
export const ConnectedMailbox = Type.Object({
  object: Type.Literal('connected_mailbox'),
  account_id: Uuid,
  inbox_id: Uuid,
  email: Type.String(),
  /** The sender's name of answers. Null: the name of the agent. */
  from_name: Nullable(Type.String()),
  /** Null: no mail is fetched. */
  imap: Nullable(ImapSettings),
  imap_state: Nullable(MailboxState),
  /** Null: answers leave through the mail server of the install. */
  smtp: Nullable(SmtpSettings),
  smtp_failure: Nullable(Failure),
})
export type ConnectedMailbox = Static<typeof ConnectedMailbox>

/** At least one of `imap` and `smtp`. */
export const NewConnectedMailbox = Type.Object({
  email: FilledLine,
  from_name: Omittable(Line),
  imap: Omittable(NewImapSettings),
  smtp: Omittable(NewSmtpSettings),
})
export type NewConnectedMailbox = Static<typeof NewConnectedMailbox>

export const MailServerTest = Type.Object({
  ok: Type.Boolean(),
  reason: Nullable(MailServerFailure),
  message: Nullable(Type.String()),
})
export type MailServerTest = Static<typeof MailServerTest>
