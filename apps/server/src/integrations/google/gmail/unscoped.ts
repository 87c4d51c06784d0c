import type { ConnectionRow } from '../../../features/channels/chat-services/connections.js'
import { LEASE } from '../../../features/channels/chat-services/unscoped.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Takes mailboxes of any account that are due and that no other process reads. */
export async function claimGmail(platform: Platform, lease: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<ConnectionRow>({
    name: 'gmail.claim',
    text: `update connected_services s set leased_by = $1, leased_until = now() + interval '${LEASE}'
      from (
        select id from connected_services
        where service = 'gmail' and kind = 'support' and revoked_at is null and poll_at <= now()
          and (leased_until is null or leased_until < now())
        order by poll_at limit $2 for update skip locked
      ) as due
      where s.id = due.id returning s.*`,
    values: [lease, limit],
  })
  return rows
}

/** Gmail reports new mail in a mailbox, which several accounts may have connected. Returns whether there is one. */
export async function hurryGmail(platform: Platform, email: string) {
  const { rowCount } = await databaseOf(platform).pool.query({
    name: 'gmail.hurry',
    text: `update connected_services set poll_at = now()
      where service = 'gmail' and kind = 'support' and channel_id = $1 and poll_failing_since is null`,
    values: [email],
  })
  return (rowCount ?? 0) > 0
}

/** Mails that were begun long ago are not sent again. */
export async function forgetOldSends(platform: Platform) {
  await databaseOf(platform).pool.query(`delete from gmail_sends where begun_at < now() - interval '7 days'`)
}
