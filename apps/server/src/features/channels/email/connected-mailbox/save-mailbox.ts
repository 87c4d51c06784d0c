import type { ConnectedMailbox, ImapSettings, NewConnectedMailbox } from '@papercups/contract'
import type { Account } from '../../../../platform/account.js'
import { canonicalEmail } from '../../../../platform/canonical.js'
import { invalid } from '../../../../platform/errors.js'
import { isMailAddress } from '../../../../platform/mail/compose.js'
import type { Platform } from '../../../../platform/platform.js'
import { getInbox } from '../../../account/inboxes/queries.js'
import { requirePlan } from '../../../account/accounts/plan-gate.js'
import { toConnectedMailbox } from './present.js'
import { findMailboxRow, readImap, readSmtp, sealPassword, withoutPassword } from './server-settings.js'
import { watchMailboxes } from './watch-mailboxes.js'

export async function findConnectedMailbox(account: Account, inbox_id: string): Promise<ConnectedMailbox | null> {
  await getInbox(account, inbox_id)
  const row = await findMailboxRow(account, inbox_id)
  return row ? toConnectedMailbox(row) : null
}

/** Replaces the settings. Another mailbox, server or folder starts anew: only mail from then on is taken. */
export async function saveConnectedMailbox(
  platform: Platform,
  account: Account,
  inbox_id: string,
  given: NewConnectedMailbox,
): Promise<ConnectedMailbox> {
  await requirePlan(platform, account, 'email')
  await getInbox(account, inbox_id)
  const email = canonicalEmail(given.email)
  if (!isMailAddress(email)) throw invalid({ email: ['is not an email address'] })
  if (!given.imap && !given.smtp) throw invalid({ imap: ['is missing: set up receiving, sending or both'] })
  const before = await findMailboxRow(account, inbox_id)
  const imap = given.imap ? readImap(platform, account, given.imap, before) : undefined
  const smtp = given.smtp ? readSmtp(platform, account, given.smtp, before) : undefined
  const is_same = imap !== undefined && isSameFolder(before?.imap as ImapSettings | null | undefined, imap)
  const changes = {
    email,
    from_name: given.from_name?.trim() || null,
    imap: imap ? withoutPassword(imap) : null,
    imap_password_encrypted: imap ? sealPassword(platform, account, imap) : null,
    smtp: smtp ? withoutPassword(smtp) : null,
    smtp_password_encrypted: smtp ? sealPassword(platform, account, smtp) : null,
    ...(!is_same && FROM_NOW_ON),
    ...WORKING,
    updated_at: new Date(),
  }
  return account.transaction(async (account) => {
    const row = account
      .insert('connected_mailboxes', { inbox_id, ...changes })
      .onConflict((on) => on.columns(['account_id', 'inbox_id']).doUpdateSet(changes))
      .returningAll()
    const saved = await row.executeTakeFirstOrThrow()
    account.wakeWorker(watchMailboxes)
    return toConnectedMailbox(saved)
  })
}

/** The process that reads the mailbox notices it before the next mail. */
export async function deleteConnectedMailbox(account: Account, inbox_id: string) {
  await getInbox(account, inbox_id)
  await account.delete('connected_mailboxes').where('inbox_id', '=', inbox_id).execute()
}

const FROM_NOW_ON = {
  takes_since: null,
  uid_validity: null,
  last_uid: null,
  rescan_since: null,
  checked_at: null,
  last_mail_at: null,
  left_out: 0,
  left_out_reason: null,
  left_out_at: null,
}

/** The process that reads the mailbox loses it, so the new settings count at once. */
const WORKING = {
  stuck_uid: null,
  stuck_tries: 0,
  failures: 0,
  failing_since: null,
  failure: null,
  admins_mailed_at: null,
  smtp_failure: null,
  smtp_failing_since: null,
  connected_at: null,
  retry_at: new Date(0),
  leased_by: null,
  leased_until: null,
}

const isSameFolder = (before: ImapSettings | null | undefined, after: ImapSettings) =>
  before?.host === after.host && before.user === after.user && before.folder === after.folder
