import { defineStatement } from '../../../platform/statement.js'
import type { ConnectionRow } from './connections.js'
import { LEASE } from './unscoped.js'

/** No row: another process has the connection, or it was removed. */
export const renewLease = defineStatement<ConnectionRow>(
  'chat-services.renew-lease',
  `update connected_services set leased_until = now() + interval '${LEASE}'
   where account_id = $1 and id = $2 and leased_by = $3 and revoked_at is null returning *`,
)

export const releaseLease = defineStatement(
  'chat-services.release-lease',
  `update connected_services set leased_by = null, leased_until = null,
    last_activity_at = case when $4 then now() else last_activity_at end
   where account_id = $1 and id = $2 and leased_by = $3`,
)

export interface Waiting {
  id: string
  order_key: string
  message_id: string | null
  channel_id: string
  kind: 'message' | 'edit' | 'state' | 'removal'
  /** Of a removal. */
  post_ids: string[] | null
  /** A process began to send it and did not store how that ended. */
  is_unsure: boolean
  /** Of the attempt before. The team sees it at the message. */
  failure: string | null
  position: number
}

/** Marks them as begun: after a crash it is unsure whether the service got them. */
export const beginDeliveries = defineStatement<Waiting>(
  'chat-services.begin-deliveries',
  `with page as (
    select id, begun from service_deliveries
    where account_id = $1 and connection_id = $2 and status = 'waiting' and not id = any ($3::uuid[])
    order by position limit $4
  )
  update service_deliveries d set begun = true from page where d.account_id = $1 and d.id = page.id
  returning d.id, d.conversation_id as order_key, d.message_id, d.channel_id, d.kind, d.post_ids, page.begun as is_unsure,
    d.failure, d.position`,
)

export interface SentNote {
  /** Of the delivery. */
  id: string
  channel_id: string
  post_ids: string[]
  /** The thread that it was sent to. */
  within: string | undefined
  /** If this message started the thread. */
  thread_id: string | null
  state: string
}

/**
 * Stores where messages are now, and the threads that they started. `$2` is a list of `SentNote`. Those
 * that were deleted meanwhile are not returned.
 */
export const noteSent = defineStatement<{ id: string }>(
  'chat-services.note-sent',
  `with sent as (
    update service_deliveries d set status = 'sent', failure = null, updated_at = now()
    from jsonb_to_recordset($2::jsonb) as note (id uuid, post_ids text[], thread_id text, state text)
    where d.account_id = $1 and d.id = note.id
    returning d.id, d.message_id, d.conversation_id, d.channel_id, note.post_ids, note.thread_id, note.state
  ), thread as (
    insert into service_threads (account_id, conversation_id, service, team_id, channel_id, thread_id, shown_state)
    select $1, sent.conversation_id, $3::text, $4::text, sent.channel_id, sent.thread_id, sent.state
    from sent where sent.thread_id is not null
    on conflict do nothing
  ), posts as (
    insert into service_posts (account_id, conversation_id, message_id, service, channel_id, post_id)
    select $1, sent.conversation_id, sent.message_id, $3::text, sent.channel_id, p.post_id
    from sent, unnest(sent.post_ids) with ordinality as p (post_id, place) order by sent.message_id, p.place
    on conflict do nothing
  )
  select id from sent`,
)

/** An edit, a removal or a state was sent, or there is nothing to send any more. */
export const noteDone = defineStatement(
  'chat-services.note-done',
  `delete from service_deliveries where account_id = $1 and id = $2`,
)

/** `$4`: the service has a part of it. */
export const noteRefused = defineStatement(
  'chat-services.note-refused',
  `update service_deliveries set status = 'failed', failure = $3, begun = $4, updated_at = now()
   where account_id = $1 and id = $2`,
)

/** It is sent later. `$3`: the service may have got it. */
export const noteWaiting = defineStatement(
  'chat-services.note-waiting',
  `update service_deliveries set begun = $3, failure = $4, updated_at = now() where account_id = $1 and id = $2`,
)

/** Messages behind a delivery that failed wait for the same reason. The newest come first. */
export const noteBehind = defineStatement<{ id: string }>(
  'chat-services.note-behind',
  `with behind as (
    update service_deliveries set failure = $3
    where account_id = $1 and connection_id = $2 and status = 'waiting' and failure is null and kind = 'message'
    returning id, position
  )
  select id from behind order by position desc`,
)

/** These were begun, but nothing was sent. */
export const noteUntouched = defineStatement(
  'chat-services.note-untouched',
  `update service_deliveries set begun = false where account_id = $1 and id = any ($2::uuid[])`,
)

export const noteWorking = defineStatement(
  'chat-services.note-working',
  `update connected_services set failures = 0, failing_since = null, failure = null,
    admins_mailed_at = case when poll_failing_since is not null then admins_mailed_at end
   where account_id = $1 and id = $2 and leased_by = $3 and failures > 0`,
)

/**
 * The delay doubles: 2, 4, 8 seconds, up to ten minutes. A service that names a delay ($5) is obeyed and counts as working. The
 * admins get one mail: at once if the token is refused ($6), otherwise after an hour of failures.
 */
export const noteFailure = defineStatement<{ must_mail: boolean }>(
  'chat-services.note-failure',
  `update connected_services set
    failures = failures + case when $5::integer is null then 1 else 0 end,
    failing_since = case when $5::integer is null then coalesce(failing_since, now()) else failing_since end,
    failure = case when $5::integer is null then $4::text else failure end,
    revoked_at = case when $6::boolean then now() end,
    retry_at = now() + coalesce(interval '1 second' * $5::integer,
      least(interval '1 second' * (2 ^ least(failures + 1, 10)), interval '10 minutes')),
    admins_mailed_at = case when admins_mailed_at is null and ($6::boolean or failing_since < now() - interval '1 hour')
      then now() else admins_mailed_at end
   where account_id = $1 and id = $2 and leased_by = $3
   returning coalesce(admins_mailed_at = now()::timestamptz(3), false) as must_mail`,
)
