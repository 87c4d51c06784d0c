import { defineStatement } from '../../../platform/statement.js'

/** The next poll: soon while people write, and five times later after ten quiet minutes. */
export const notePolled = defineStatement(
  'chat-services.note-polled',
  `update connected_services set poll_failing_since = null, poll_failure = null,
    admins_mailed_at = case when failures > 0 then admins_mailed_at end,
    poll_at = now() + interval '1 second' * $3::integer
      * case when last_activity_at > now() - interval '10 minutes' then 1 else 5 end
   where account_id = $1 and id = $2`,
)

export const postponePoll = defineStatement(
  'chat-services.postpone-poll',
  `update connected_services set poll_at = now() + interval '1 second' * $3::integer where account_id = $1 and id = $2`,
)

/** The delay is as long as it fails: from five seconds to ten minutes. The admins get one mail after an hour. */
export const notePollFailure = defineStatement<{ must_mail: boolean }>(
  'chat-services.note-poll-failure',
  `update connected_services set
    poll_failing_since = coalesce(poll_failing_since, now()),
    poll_failure = $3,
    poll_at = now() + least(interval '10 minutes',
      greatest(interval '5 seconds', now() - coalesce(poll_failing_since, now()))),
    admins_mailed_at = case when admins_mailed_at is null and poll_failing_since < now() - interval '1 hour'
      then now() else admins_mailed_at end
   where account_id = $1 and id = $2
   returning coalesce(admins_mailed_at = now()::timestamptz(3), false) as must_mail`,
)
