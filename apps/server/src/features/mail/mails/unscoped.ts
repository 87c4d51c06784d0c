import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

interface Outgoing {
  kind: string
  address_hash: Buffer
  sender: string
}

/** Counts the emails of all accounts, because they share the recipient's mailbox. Undefined above a limit. */
export async function countWithinLimits(
  platform: Platform,
  { kind, address_hash, sender }: Outgoing,
  { to_address, by_sender, since }: { to_address: number; by_sender: number; since: Date },
) {
  const { rows } = await databaseOf(platform).pool.query<{ id: number }>({
    name: 'mails.count-within-limits',
    text: `insert into sent_mails (kind, address_hash, sender)
           select $1, $2, $3
           where (select count(*) from sent_mails where kind = $1 and address_hash = $2 and created_at > $4) < $5
             and (select count(*) from sent_mails where kind = $1 and sender = $3 and created_at > $4) < $6
           returning id`,
    values: [kind, address_hash, sender, since, to_address, by_sender],
  })
  return rows[0]?.id
}

export async function uncount(platform: Platform, id: number) {
  await databaseOf(platform).db.deleteFrom('sent_mails').where('id', '=', id).execute()
}

/** No limit looks further back than a day. */
export async function forgetOldMails(platform: Platform) {
  const long_ago = new Date(Date.now() - 2 * 24 * 3_600_000)
  await databaseOf(platform).db.deleteFrom('sent_mails').where('created_at', '<', long_ago).execute()
}
