import type { ConnectionRow } from '../../../features/channels/chat-services/connections.js'
import { LEASE } from '../../../features/channels/chat-services/unscoped.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Takes connections of any account with rows to write, or a tab to add, that no other process has. */
export async function claimSheets(platform: Platform, lease: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<ConnectionRow>({
    name: 'sheets.claim',
    text: `update connected_services s set leased_by = $1, leased_until = now() + interval '${LEASE}'
      from (
        select id from connected_services e
        where service = 'google_sheets' and channel_id is not null and revoked_at is null and retry_at <= now()
          and (leased_until is null or leased_until < now())
          and exists (select from sheet_tabs t
            where t.account_id = e.account_id and t.connection_id = e.id and t.is_on and (t.title is null
              or exists (select from sheet_rows r
                where r.account_id = t.account_id and r.tab_id = t.id and r.written_at is null)))
        order by retry_at limit $2 for update skip locked
      ) as due
      where s.id = due.id returning s.*`,
    values: [lease, limit],
  })
  return rows
}
