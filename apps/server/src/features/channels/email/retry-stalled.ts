import type { AccountTransaction } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { announceEmails } from './conversation-emails.js'
import { sendLater } from './send-later.js'
import { findStalledMails } from './unscoped.js'

const HOUR_MS = 3_600_000
/** Longer than a job ever waits between two tries (about six hours): the mail's job has given up. */
const STALLED_MS = 7 * HOUR_MS
/** Then the team decides whether to try again. */
const GIVE_UP_MS = 72 * HOUR_MS

/** A job gives up after a day and a half. A mail server may be away for longer. */
export async function retryStalledMails(platform: Platform) {
  const since = new Date(Date.now() - STALLED_MS)
  for (const { account_id, id } of await findStalledMails(platform, since))
    await platform.account(account_id).transaction((account) => retryOrGiveUp(account, id, since))
}

async function retryOrGiveUp(account: AccountTransaction, id: string, since: Date) {
  const mails = account.from('outgoing_mails').selectAll().where('id', '=', id).where('state', '=', 'queued')
  const mail = await mails.where('updated_at', '<', since).forUpdate().executeTakeFirst()
  if (!mail) return
  const is_over = mail.created_at.getTime() < Date.now() - GIVE_UP_MS
  const changes = { updated_at: new Date(), ...(is_over && { state: 'failed' as const }) }
  await account.update('outgoing_mails').set(changes).where('id', '=', id).execute()
  if (is_over) await announceEmails(account, mail.message_ids as string[])
  // Also after a failure: later mails of the conversation wait behind this one.
  await sendLater(account, mail)
}
