import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A visitor's widget joins a conversation by its id alone: the id is a capability. */
export async function findAccountOfConversation(platform: Platform, id: string) {
  const { rows } = await databaseOf(platform).pool.query<{
    account_id: string
    customer_id: string
    inbox_id: string | null
  }>({
    name: 'conversations.account-of',
    text: 'select account_id, customer_id, inbox_id from conversations where id = $1',
    values: [id],
  })
  const row = rows[0]
  return (
    row && {
      account: platform.account(row.account_id),
      customer_id: row.customer_id,
      inbox_id: row.inbox_id ?? undefined,
    }
  )
}
