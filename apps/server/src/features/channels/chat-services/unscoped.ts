import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import type { ConnectionRow } from './connections.js'

/** A process that is killed loses its connections after this time. */
export const LEASE = '30 seconds'
/** How long the ids of handled events are kept: services repeat an event for a few hours. */
const KEPT = '7 days'

/** Takes connections of any account that have something to send and that no other process has. */
export async function claimConnections(platform: Platform, service: string, lease: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<ConnectionRow>({
    name: 'chat-services.claim',
    text: `update connected_services s set leased_by = $2, leased_until = now() + interval '${LEASE}'
      from (
        select id from connected_services e
        where service = $1 and revoked_at is null and retry_at <= now() and (leased_until is null or leased_until < now())
          and exists (select from service_deliveries d where d.connection_id = e.id and d.status = 'waiting')
        order by retry_at limit $3 for update skip locked
      ) as due
      where s.id = due.id returning s.*`,
    values: [service, lease, limit],
  })
  return rows
}

/** Takes connections of any account whose new posts are to be read. A process that is killed loses them after the lease. */
export async function claimPolls(platform: Platform, service: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<ConnectionRow>({
    name: 'chat-services.claim-polls',
    text: `update connected_services s set poll_at = now() + interval '${LEASE}'
      from (
        select id from connected_services e
        where service = $1 and revoked_at is null and poll_at <= now()
          and exists (select from service_threads t
            where t.account_id = e.account_id and t.service = $1 and t.channel_id = e.channel_id)
        order by poll_at limit $2 for update skip locked
      ) as due
      where s.id = due.id returning s.*`,
    values: [service, limit],
  })
  return rows
}

export async function forgetOldEvents(platform: Platform) {
  const { pool } = databaseOf(platform)
  await pool.query(`delete from service_events where created_at < now() - interval '${KEPT}'`)
  await pool.query('delete from oauth_states where expires_at < now()')
  // Their user was deleted.
  await pool.query(`delete from connected_services where kind = 'personal' and connected_by is null`)
}

/**
 * The accounts that connected a team of the service, those with this channel first: of their connection, of a thread in it,
 * or of a company.
 */
export async function findAccountsOf(
  platform: Platform,
  { service, team_id, channel_id }: { service: string; team_id: string | null; channel_id: string },
): Promise<string[]> {
  const { rows } = await databaseOf(platform).pool.query<{ account_id: string; owns_channel: boolean }>({
    name: 'chat-services.accounts-of',
    text: `select s.account_id, bool_or(s.channel_id = $3
        or exists (select from service_threads t
          where t.service = $1 and t.channel_id = $3 and t.account_id = s.account_id)
        or exists (select from companies c where c.account_id = s.account_id and c.slack_channel_id = $3)) as owns_channel
      from connected_services s where s.service = $1 and (s.team_id = $2 or s.channel_id = $3)
      group by s.account_id`,
    values: [service, team_id, channel_id],
  })
  const owners = rows.filter(({ owns_channel }) => owns_channel)
  return (owners.length > 0 ? owners : rows).map(({ account_id }) => account_id)
}

/** The connections of any account to one channel. */
export async function findConnectionsToChannel(
  platform: Platform,
  { service, team_id, channel_id }: { service: string; team_id: string; channel_id: string },
) {
  const { rows } = await databaseOf(platform).pool.query<ConnectionRow>({
    name: 'chat-services.connections-of',
    text: 'select * from connected_services where service = $1 and team_id = $2 and channel_id = $3',
    values: [service, team_id, channel_id],
  })
  return rows
}

/** Whether another account uses the channel in this way. */
export async function isChannelTaken(
  platform: Platform,
  { service, kind, channel_id, account_id }: { service: string; kind: string; channel_id: string; account_id: string },
) {
  const { rows } = await databaseOf(platform).pool.query({
    name: 'chat-services.is-channel-taken',
    text: `select from connected_services
      where service = $1 and channel_id = $3 and (account_id <> $4 and kind = $2 or account_id = $4 and kind <> $2)
      limit 1`,
    values: [service, kind, channel_id, account_id],
  })
  return rows.length > 0
}

/** Whether any account has a connection to this team. */
export async function isTeamConnected(platform: Platform, service: string, team_id: string | null) {
  const { rows } = await databaseOf(platform).pool.query({
    name: 'chat-services.is-team-connected',
    text: 'select from connected_services where service = $1 and team_id = $2 limit 1',
    values: [service, team_id],
  })
  return rows.length > 0
}
