import type { NewImapSettings, NewSmtpSettings, SmtpSettings } from '@papercups/contract'
import type { Account } from '../../../../platform/account.js'
import { invalid } from '../../../../platform/errors.js'
import type { MailServer } from '../../../../platform/mail/mail-server.js'
import type { Platform } from '../../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../../platform/secrets.js'

const sealing = (platform: Platform) => platform.key('connected-mailboxes')

export const sealPassword = (platform: Platform, account: Account, { password }: MailServer) =>
  encryptSecret(sealing(platform), account.id, password)

export function findMailboxRow(account: Account, inbox_id: string) {
  return account.from('connected_mailboxes').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst()
}

export type MailboxRow = NonNullable<Awaited<ReturnType<typeof findMailboxRow>>>

export function readImap(platform: Platform, account: Account, given: NewImapSettings, before: MailboxRow | undefined) {
  const folder = given.folder?.trim() || 'INBOX'
  const stored = storedServer(platform, account, before?.imap, before?.imap_password_encrypted)
  const authserv_id = given.authserv_id?.trim().toLowerCase() || null
  return { ...readServer('imap', given, stored), folder, authserv_id }
}

export const readSmtp = (
  platform: Platform,
  account: Account,
  given: NewSmtpSettings,
  before: MailboxRow | undefined,
) => readServer('smtp', given, storedServer(platform, account, before?.smtp, before?.smtp_password_encrypted))

/** A stored password goes only to the server that it was entered for: an admin must not be able to read it. */
function readServer(part: 'imap' | 'smtp', given: NewSmtpSettings, stored: MailServer | undefined): MailServer {
  const { port, security } = given
  const host = given.host.trim().toLowerCase()
  const user = given.user.trim()
  const is_same = stored?.host === host && stored.port === port && stored.user === user && stored.security === security
  const password = given.password || (is_same ? stored.password : '')
  if (!password) throw invalid({ [`${part}_password`]: ["can't be blank"] })
  return { host, port, security, user, password }
}

/** Undefined where there is none, or if the server's secret key has changed. */
export function storedServer(
  platform: Platform,
  account: Account,
  settings: unknown,
  sealed: string | null | undefined,
): MailServer | undefined {
  const password = sealed && tryDecryptSecret(sealing(platform), account.id, sealed)
  return settings && password ? { ...(settings as SmtpSettings), password } : undefined
}

export const withoutPassword = <T extends MailServer>({ password: _, ...settings }: T) => settings
