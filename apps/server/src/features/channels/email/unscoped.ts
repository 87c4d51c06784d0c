import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** An address alone decides which account gets the mail. `emails` are in lower case; the first one that exists counts. */
export async function findForwardingAddress(platform: Platform, emails: string[]) {
  if (emails.length === 0) return undefined
  const { rows } = await databaseOf(platform).pool.query<{ id: string; account_id: string; inbox_id: string }>({
    name: 'email.forwarding-address',
    text: `select id, account_id, inbox_id from forwarding_addresses where forwarding_email_address = any($1::text[])
      order by array_position($1::text[], forwarding_email_address) limit 1`,
    values: [emails],
  })
  return rows[0]
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
