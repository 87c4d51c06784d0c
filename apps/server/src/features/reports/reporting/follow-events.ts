import type { AccountTransaction } from '../../../platform/account.js'
import type { LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import { copyOpenings } from './openings.js'

const COLUMNS = `customer_id, inbox_id, assignee_id, source, first_replied_at, closed_at, created_at`

/** Copies what has changed, and notes the days of conversations whose day may be stored already. */
export const copyConversations = defineStatement(
  'reporting.copy-conversations',
  `with copied as (
    insert into report_conversations as known (account_id, conversation_id, ${COLUMNS})
    select account_id, id, ${COLUMNS} from conversations where account_id = $1 and id = any($2::uuid[])
    on conflict (account_id, conversation_id) do update set
      customer_id = excluded.customer_id, inbox_id = excluded.inbox_id, assignee_id = excluded.assignee_id,
      source = excluded.source, first_replied_at = excluded.first_replied_at, closed_at = excluded.closed_at,
      created_at = excluded.created_at
    where (known.customer_id, known.inbox_id, known.assignee_id, known.source, known.first_replied_at, known.closed_at,
        known.created_at)
      is distinct from (excluded.customer_id, excluded.inbox_id, excluded.assignee_id, excluded.source,
        excluded.first_replied_at, excluded.closed_at, excluded.created_at)
    returning account_id, created_at
  )
  insert into report_changes (account_id, changed_at)
  select distinct account_id, created_at from copied where account_id = $1 and created_at < now() - interval '5 minutes'`,
)

/** Messages that the log names late, or that were written with an earlier time. */
export const noteOldMessages = defineStatement(
  'reporting.note-old-messages',
  `insert into report_changes (account_id, changed_at, messages)
  select distinct account_id, to_timestamp(floor(extract(epoch from created_at) / 900) * 900), true from messages
  where account_id = $1 and id = any($2::uuid[]) and created_at < now() - interval '5 minutes'`,
)

export async function reportMessages(account: AccountTransaction, events: LoggedEvent[]) {
  await account.run(copyConversations, conversationsOf(events))
  await account.run(
    noteOldMessages,
    events.map(({ payload }) => String(payload.message_id)),
  )
}

export async function reportConversations(account: AccountTransaction, events: LoggedEvent[]) {
  await account.run(copyConversations, conversationsOf(events))
  const opened = conversationsOf(events.filter(opensOrCloses))
  if (opened.length > 0) await account.run(copyOpenings, opened)
}

const opensOrCloses = ({ type, payload }: LoggedEvent) => {
  const became = (payload.became ?? {}) as Record<string, unknown>
  return type === 'conversation:created' || 'status' in became || 'archived' in became
}

export async function unreportConversations(account: AccountTransaction, events: LoggedEvent[]) {
  await account.run(forgetErased, conversationsOf(events))
  await account.run(forgetOpenings, conversationsOf(events))
}

export async function unreportCustomers(account: AccountTransaction, events: LoggedEvent[]) {
  const ids = events.flatMap(({ payload }) => (payload.conversation_ids ?? []) as string[])
  await account.run(forgetErased, ids)
  await account.run(forgetOpenings, ids)
}

/** Of two customers who were merged, or whose merge was undone. */
export async function reportMerges(account: AccountTransaction, events: LoggedEvent[]) {
  const ids = events.flatMap(({ payload }) => [String(payload.customer_id), String(payload.merged_customer_id)])
  await account.run(moveConversations, ids)
}

const conversationsOf = (events: LoggedEvent[]) => [
  ...new Set(events.flatMap(({ conversation_id, payload }) => conversation_id ?? String(payload.conversation_id))),
]

const forgetErased = defineStatement(
  'reporting.forget-erased',
  `with gone as (
    delete from report_conversations known
    where account_id = $1 and conversation_id = any($2::uuid[])
      and not exists (select from conversations c where c.account_id = $1 and c.id = known.conversation_id)
    returning account_id, created_at
  )
  insert into report_changes (account_id, changed_at)
  select distinct account_id, created_at from gone where account_id = $1`,
)

const forgetOpenings = defineStatement(
  'reporting.forget-openings',
  `with gone as (
    delete from report_openings known
    where account_id = $1 and conversation_id = any($2::uuid[])
      and not exists (select from conversations c where c.account_id = $1 and c.id = known.conversation_id)
    returning account_id, opened_at, closed_at
  )
  insert into report_changes (account_id, changed_at)
  select account_id, opened_at from gone where account_id = $1
  union
  select account_id, closed_at from gone where account_id = $1 and closed_at is not null`,
)

const moveConversations = defineStatement(
  'reporting.move-conversations',
  `update report_conversations known set customer_id = c.customer_id from conversations c
  where known.account_id = $1 and known.customer_id = any($2::uuid[])
    and c.account_id = $1 and c.id = known.conversation_id and c.customer_id <> known.customer_id`,
)
