import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'

/**
 * How many reminders followed the customer's last message. A customer's own message counts as none, whatever its
 * metadata says.
 */
const REMINDED = sql<number>`case
  when last.customer_id is not null then 0
  when jsonb_typeof(last.metadata -> 'reminder_count') = 'number' then greatest(1, floor((last.metadata ->> 'reminder_count')::float8))
  else 1 end`

/**
 * Open conversations without activity since `before`, whose last message is the customer's or a reminder. Those that
 * had their last reminder are left out. Longest waiting first.
 */
export function unanswered(account: Account, before: Date, most_reminders: number) {
  return account
    .from('conversations')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('messages')
          .whereRef('messages.account_id', '=', 'conversations.account_id')
          .select(['messages.customer_id', 'messages.type', 'messages.metadata', 'messages.created_at'])
          .whereRef('messages.conversation_id', '=', 'conversations.id')
          .orderBy('messages.seq', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['conversations.id', 'conversations.assignee_id', REMINDED.as('reminded')])
    .where('conversations.place', '=', 'open')
    .where('conversations.last_activity_at', '<', before)
    .where('last.created_at', '<', before)
    .where(({ eb, or, and }) =>
      or([
        eb('last.customer_id', 'is not', null),
        and([eb('last.type', '=', 'bot'), sql<boolean>`last.metadata -> 'is_reminder' = 'true'::jsonb`]),
      ]),
    )
    .where(REMINDED, '<', most_reminders)
    .orderBy('conversations.last_activity_at')
    .orderBy('conversations.id')
}
