import { databaseOf } from '../../../../platform/database/of.js'
import type { Platform } from '../../../../platform/platform.js'
import { LEASE } from './mailbox-state.js'

export interface ClaimedMailbox {
  id: string
  account_id: string
}

/** Takes mailboxes of any account that no other process reads. */
export async function claimMailboxes(platform: Platform, lease: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<ClaimedMailbox>({
    name: 'connected-mailboxes.claim',
    text: `update connected_mailboxes m set leased_by = $1, leased_until = now() + interval '${LEASE}'
      from (
        select account_id, id from connected_mailboxes
        where imap is not null and retry_at <= now() and (leased_until is null or leased_until < now())
        order by retry_at limit $2 for update skip locked
      ) as due
      where m.account_id = due.account_id and m.id = due.id returning m.id, m.account_id`,
    values: [lease, limit],
  })
  return rows
}
