import { databaseOf } from '../../../platform/database/of.js'
import { inGroups } from '../../../platform/in-groups.js'
import type { Platform } from '../../../platform/platform.js'

interface ForwardingAddress {
  id: string
  account_id: string
  inbox_id: string
}

/** An address alone decides which account gets the mail. `emails` are in lower case; the first one that exists counts. */
export async function findForwardingAddress(
  platform: Platform,
  emails: string[],
): Promise<ForwardingAddress | undefined> {
  return emails.length === 0 ? undefined : findTogether(platform, '', emails)
}

/** Each mail asks for its recipient, so mails that come together ask together. */
const findTogether = inGroups<string[], ForwardingAddress | undefined>({
  most: 50,
  async run(lists, platform) {
    const { rows } = await databaseOf(platform).pool.query<ForwardingAddress & { email: string }>({
      name: 'email.forwarding-address',
      text: `select id, account_id, inbox_id, forwarding_email_address as email from forwarding_addresses
        where forwarding_email_address = any($1::text[])`,
      values: [[...new Set(lists.flat())]],
    })
    const found = new Map(rows.map(({ email, ...address }) => [email, address]))
    return lists.map((emails) => found.get(emails.find((email) => found.has(email)) ?? ''))
  },
})

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

/** Queued mails that failed and were not tried since then. Of all accounts: one timer serves them. */
export function findStalledMails(platform: Platform, since: Date) {
  const mails = databaseOf(platform).db.selectFrom('outgoing_mails').select(['account_id', 'id'])
  const stalled = mails.where('state', '=', 'queued').where('failure', 'is not', null).where('updated_at', '<', since)
  return stalled.orderBy('updated_at').limit(1_000).execute()
}
