import type { Selectable } from 'kysely'
import type { GmailMailboxesTable } from '../../../platform/database/tables.js'
import { defineStatement } from '../../../platform/statement.js'

export type MailboxState = Selectable<GmailMailboxesTable>

/**
 * The state of a connection's mailbox. A connection that was made again with another mailbox ($3) starts anew. $4 is when the
 * mails begin that are taken.
 */
export const openState = defineStatement<MailboxState>(
  'gmail.open-state',
  `with other as (
    delete from gmail_threads t using gmail_mailboxes b
    where t.account_id = $1 and t.connection_id = $2 and b.account_id = $1 and b.connection_id = $2 and b.email <> $3
  )
  insert into gmail_mailboxes (account_id, connection_id, email, takes_since) values ($1, $2, $3, $4)
  on conflict (account_id, connection_id) do update set
    email = $3,
    takes_since = case when gmail_mailboxes.email = $3 then gmail_mailboxes.takes_since else $4 end,
    history_id = case when gmail_mailboxes.email = $3 then gmail_mailboxes.history_id end,
    listing_since = case when gmail_mailboxes.email = $3 then gmail_mailboxes.listing_since end,
    listing_token = case when gmail_mailboxes.email = $3 then gmail_mailboxes.listing_token end,
    checked_at = case when gmail_mailboxes.email = $3 then gmail_mailboxes.checked_at end,
    watched_until = case when gmail_mailboxes.email = $3 then gmail_mailboxes.watched_until end
  returning *`,
)

/** Lists all threads since $3. $4 is the place in the history from which to go on afterwards. */
export const beginListing = defineStatement<MailboxState>(
  'gmail.begin-listing',
  `update gmail_mailboxes set listing_since = $3, listing_token = null, listing_history_id = $4
   where account_id = $1 and connection_id = $2 returning *`,
)

/** Queues the threads of a page together with the place of the next page ($4), or null at the end. */
export const noteListed = defineStatement<MailboxState>(
  'gmail.note-listed',
  `with queued as (${queueThreads('$3')})
  update gmail_mailboxes set listing_token = $4::text,
    listing_since = case when $4::text is not null then listing_since end,
    history_id = case when $4::text is not null then history_id else listing_history_id end
  where account_id = $1 and connection_id = $2 returning *`,
)

/** Queues threads that changed together with the new place in the history, if this was the last page ($4). */
export const noteHistory = defineStatement<MailboxState>(
  'gmail.note-history',
  `with queued as (${queueThreads('$3')})
  update gmail_mailboxes set history_id = coalesce($4::text, history_id)
  where account_id = $1 and connection_id = $2 returning *`,
)

/** A thread that changes while it is read is read again. */
function queueThreads(ids: string) {
  return `insert into gmail_threads (account_id, connection_id, thread_id, waiting_since)
    select $1, $2, id, now() from unnest(${ids}::text[]) as id
    on conflict (account_id, connection_id, thread_id) do update set
      waiting_since = coalesce(gmail_threads.waiting_since, now()), version = gmail_threads.version + 1`
}

/** Everything up to now is taken. */
export const noteChecked = defineStatement(
  'gmail.note-checked',
  `update gmail_mailboxes set checked_at = now() where account_id = $1 and connection_id = $2`,
)

export const noteWatched = defineStatement(
  'gmail.note-watched',
  `update gmail_mailboxes set watched_until = $3 where account_id = $1 and connection_id = $2`,
)

export interface WaitingThread {
  thread_id: string
  version: number
  handled_ids: string[]
  conversation_id: string | null
}

export const loadWaiting = defineStatement<WaitingThread>(
  'gmail.load-waiting',
  `select thread_id, version, handled_ids, conversation_id from gmail_threads
   where account_id = $1 and connection_id = $2 and waiting_since is not null and not thread_id = any ($3::text[])
   order by waiting_since, thread_id limit $4`,
)

/** The mail is handled: it is a message of the conversation $5, or none. */
export const noteHandled = defineStatement(
  'gmail.note-handled',
  `insert into gmail_threads (account_id, connection_id, thread_id, handled_ids, conversation_id)
   values ($1, $2, $3, array[$4::text], $5)
   on conflict (account_id, connection_id, thread_id) do update set
     handled_ids = case when gmail_threads.handled_ids @> array[$4::text] then gmail_threads.handled_ids
       else gmail_threads.handled_ids || $4::text end,
     conversation_id = coalesce(gmail_threads.conversation_id, $5), tries = 0
   where gmail_threads.account_id = $1`,
)

/** Nothing of the thread is left, unless it changed again. */
export const noteThreadDone = defineStatement(
  'gmail.note-thread-done',
  `update gmail_threads set waiting_since = null, tries = 0
   where account_id = $1 and connection_id = $2 and thread_id = $3 and version = $4`,
)

/** A mail of the thread could not be stored. It waits behind the others. */
export const noteStuck = defineStatement<{ tries: number }>(
  'gmail.note-stuck',
  `update gmail_threads set tries = tries + 1, waiting_since = now()
   where account_id = $1 and connection_id = $2 and thread_id = $3 returning tries`,
)

export const noteLeftOut = defineStatement(
  'gmail.note-left-out',
  `update gmail_mailboxes set left_out = left_out + 1, left_out_reason = $3, left_out_at = now()
   where account_id = $1 and connection_id = $2`,
)

/** Until the commit nobody can disconnect the mailbox. Several mails are stored at the same time. */
export const holdConnection = defineStatement<{ id: string }>(
  'gmail.hold-connection',
  `select id from connected_services where account_id = $1 and id = $2 and leased_by = $3 for key share`,
)

/**
 * The next look: soon while people write, and five times later after ten quiet minutes. A report of Gmail that came meanwhile
 * counts: $4 is the time for which this look was planned.
 */
export const noteSynced = defineStatement(
  'gmail.note-synced',
  `update connected_services set poll_failing_since = null, poll_failure = null, admins_mailed_at = null,
    poll_at = case when poll_at > $4 then poll_at else now() + interval '1 second' * $3::integer
      * case when $5::boolean or last_activity_at > now() - interval '10 minutes' then 1 else 5 end end
   where account_id = $1 and id = $2`,
)
