import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** An address alone decides which account gets the mail. `emails` are in lower case. */
export async function findForwardingAddress(platform: Platform, emails: string[]) {
  if (emails.length === 0) return undefined
  const addresses = databaseOf(platform)
    .db.selectFrom('forwarding_addresses')
    .select(['id', 'account_id', 'inbox_id', 'forwarding_email_address'])
    .where('forwarding_email_address', 'in', emails)
  const found = await addresses.execute()
  const order = ({ forwarding_email_address }: (typeof found)[number]) => emails.indexOf(forwarding_email_address)
  return found.sort((a, b) => order(a) - order(b))[0]
}

/** Automatic replies and reports that belong to no conversation are kept for a month. */
export async function forgetIgnoredMails(platform: Platform) {
  const long_ago = new Date(Date.now() - 30 * 24 * 3_600_000)
  const mails = databaseOf(platform).db.deleteFrom('incoming_mails').where('conversation_id', 'is', null)
  await mails.where('created_at', '<', long_ago).execute()
}

/** Of all accounts: one timer serves them. */
export function findOverdueAnswers(platform: Platform) {
  const waiting = databaseOf(platform).db.selectFrom('unseen_answers').select(['account_id', 'conversation_id'])
  return waiting.where('mail_at', '<=', new Date()).orderBy('mail_at').limit(1_000).execute()
}
