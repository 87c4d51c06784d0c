import type { AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { copyConversations, noteOldMessages } from './follow-events.js'
import { copyOpenings } from './openings.js'

/** A conversation was closed or opened before it came here. */
export interface PastStatus {
  status: 'open' | 'closed'
  at: Date
}

/** A conversation that was imported is in no event: its days are noted here, in the transaction that stores it. */
export async function reportPast(
  account: AccountTransaction,
  past: { conversation_id: string; message_ids: string[]; history: PastStatus[] | undefined },
) {
  const { conversation_id, message_ids, history } = past
  if (history) await account.run(replaceHistory, conversation_id, JSON.stringify(history))
  await account.run(copyConversations, [conversation_id])
  await account.run(noteOldMessages, message_ids)
  await account.run(copyOpenings, [conversation_id])
}

const replaceHistory = defineStatement(
  'reporting.replace-history',
  `with given as (
    select number::int, status, at
    from rows from (jsonb_to_recordset($3::jsonb) as (status text, at timestamptz)) with ordinality as g (status, at, number)
  ), gone as (
    delete from imported_status where account_id = $1 and conversation_id = $2
      and number > (select count(*) from given)
  )
  insert into imported_status as known (account_id, conversation_id, number, status, at)
  select $1::uuid, $2, number, status, at from given
  on conflict (account_id, conversation_id, number) do update set status = excluded.status, at = excluded.at`,
)
