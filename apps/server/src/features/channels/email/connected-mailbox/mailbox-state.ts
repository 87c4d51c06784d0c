import { defineStatement } from '../../../../platform/statement.js'

/** A process that is killed loses its mailboxes after this time. */
export const LEASE = '30 seconds'

// Each statement changes nothing once another process has the mailbox, or its settings were changed.

export const renewLease = defineStatement<{ id: string }>(
  'connected-mailboxes.renew-lease',
  `update connected_mailboxes set leased_until = now() + interval '${LEASE}'
   where account_id = $1 and id = $2 and leased_by = $3 returning id`,
)

export const releaseLease = defineStatement(
  'connected-mailboxes.release-lease',
  `update connected_mailboxes set leased_by = null, leased_until = null, connected_at = null
   where account_id = $1 and id = $2 and leased_by = $3`,
)

export interface Progress {
  last_uid: number
  rescan_since: Date | null
}

/**
 * The first connection takes nothing: $5 is the last number of the folder. If the folder was numbered anew ($4), the old
 * numbers mean nothing. Its mails since the last check are then looked through again; `takeMail` knows which were taken. Two
 * days are for clocks that differ and mails that came late.
 */
export const noteConnected = defineStatement<Progress>(
  'connected-mailboxes.note-connected',
  `update connected_mailboxes set connected_at = now(), takes_since = coalesce(takes_since, date_trunc('second', now())),
    rescan_since = case when uid_validity <> $4
      then least(rescan_since, greatest(takes_since, checked_at - interval '2 days')) else rescan_since end,
    last_uid = case when uid_validity is null then $5 when uid_validity <> $4 then 0 else last_uid end,
    uid_validity = $4
   where account_id = $1 and id = $2 and leased_by = $3 returning last_uid, rescan_since`,
)

/** Everything up to this mail is handled. */
export const noteHandled = defineStatement<{ id: string }>(
  'connected-mailboxes.note-handled',
  `update connected_mailboxes set last_uid = $4, stuck_uid = null, stuck_tries = 0,
    last_mail_at = case when $5 then now() else last_mail_at end
   where account_id = $1 and id = $2 and leased_by = $3 returning id`,
)

export const noteLeftOut = defineStatement<{ id: string }>(
  'connected-mailboxes.note-left-out',
  `update connected_mailboxes set last_uid = $4, stuck_uid = null, stuck_tries = 0,
    left_out = left_out + 1, left_out_reason = $5, left_out_at = now()
   where account_id = $1 and id = $2 and leased_by = $3 returning id`,
)

export const noteStuck = defineStatement<{ stuck_tries: number }>(
  'connected-mailboxes.note-stuck',
  `update connected_mailboxes set stuck_tries = case when stuck_uid = $4 then stuck_tries + 1 else 1 end, stuck_uid = $4
   where account_id = $1 and id = $2 and leased_by = $3 returning stuck_tries`,
)

/** Nothing new is left, so everything works. */
export const noteChecked = defineStatement<{ id: string }>(
  'connected-mailboxes.note-checked',
  `update connected_mailboxes set checked_at = now(), rescan_since = null, failures = 0, failing_since = null, failure = null,
    admins_mailed_at = null
   where account_id = $1 and id = $2 and leased_by = $3 returning id`,
)

/**
 * The delay doubles: 2, 4, 8 seconds, up to ten minutes; up to an hour after a wrong password, because providers lock
 * accounts after many. The admins get one mail: after three wrong passwords, or an hour of other failures.
 */
export const noteFailure = defineStatement<{ must_mail: boolean }>(
  'connected-mailboxes.note-failure',
  `with failed as (
    update connected_mailboxes set failures = failures + 1, failing_since = coalesce(failing_since, now()), failure = $4,
      connected_at = null, leased_by = null, leased_until = null,
      retry_at = now() + least(interval '1 second' * (2 ^ least(failures + 1, 12)),
        case when $4 = 'wrong_password' then interval '1 hour' else interval '10 minutes' end)
    where account_id = $1 and id = $2 and leased_by = $3
    returning id, failures, failing_since, failure, admins_mailed_at
  )
  select admins_mailed_at is null and (failure = 'wrong_password' and failures >= 3
    or failing_since < now() - interval '1 hour') as must_mail from failed`,
)
