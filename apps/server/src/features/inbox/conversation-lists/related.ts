import type { Account } from '../../../platform/account.js'
import { sql } from 'kysely'
import { getConversation } from '../conversations/queries.js'
import { expand } from './expand.js'

/** The conversation that the same customer began before this one. Repeated calls go back through all of them. */
export async function findPrevious(account: Account, id: string) {
  const { customer_id, created_at } = await getConversation(account, id)
  return account
    .from('conversations')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`(created_at, id) < (${created_at}, ${id}::uuid)`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The customer's other conversations, each with its last message. */
export async function listRelated(account: Account, id: string, limit: number) {
  const { customer_id } = await getConversation(account, id)
  const rows = await account
    .from('conversations')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('archived_at', 'is', null)
    .where('id', '<>', id)
    .orderBy(sql`last_activity_at desc nulls first`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return expand(account, rows, 1)
}
