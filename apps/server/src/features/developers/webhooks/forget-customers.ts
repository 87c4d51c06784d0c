import type { AccountTransaction } from '../../../platform/account.js'
import type { LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'

/**
 * Payloads of a conversation belong to the customer it has today. All others keep the id that their customer had at that time,
 * so a merge and its undo change nothing here. In the conversations of others ($4), a payload names its author, and one of
 * a customer that they were merged into ($5) names them.
 */
const forgetIn = (table: 'webhook_events' | 'lambda_runs', payload: 'body' | 'input') =>
  defineStatement(
    `webhooks.forget-customers-in-${table}`,
    `delete from ${table} where account_id = $1 and (
      conversation_id is null and customer_id = any($2::uuid[])
      or conversation_id = any($3::uuid[])
      or (conversation_id = any($4::uuid[]) or conversation_id is null and customer_id = any($5::uuid[]))
        and exists (select from unnest($2::uuid[]) id where strpos(${payload}, id::text) > 0))`,
  )

const forget = { webhook_events: forgetIn('webhook_events', 'body'), lambda_runs: forgetIn('lambda_runs', 'input') }

/** The log's readers run after another, so nothing about the person is queued after this. */
export async function forgetCustomersIn(
  table: keyof typeof forget,
  account: AccountTransaction,
  events: LoggedEvent[],
) {
  const ids = (key: string) => events.flatMap(({ payload }) => (payload[key] ?? []) as string | string[])
  const customer_ids = [...ids('customer_id'), ...ids('former_customer_ids')]
  const elsewhere = [ids('guest_conversation_ids'), ids('merged_with_ids')]
  await account.run(forget[table], customer_ids, ids('conversation_ids'), ...elsewhere)
}
