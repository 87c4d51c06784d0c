import type { Company, ConversationBasic, Tag } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { toCompany } from '../../people/companies/queries.js'
import { toConversationBasic } from '../../inbox/conversations/present.js'
import { toTag } from '../../inbox/tags/present.js'

/** The one of each customer that had the last word, deleted ones aside. */
export async function latestConversations(account: Account, customer_ids: string[]) {
  const rows = await account
    .from('conversations')
    .selectAll()
    .distinctOn('customer_id')
    .where('customer_id', 'in', customer_ids)
    .where('archived_at', 'is', null)
    .orderBy('customer_id')
    .orderBy(sql`last_activity_at desc nulls last`)
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.customer_id, toConversationBasic(row)]))
}

/** All there are, deleted ones too, the newest first. */
export async function listConversationsOf(account: Account, customer_id: string): Promise<ConversationBasic[]> {
  const conversations = account.from('conversations').selectAll().where('customer_id', '=', customer_id)
  const rows = await conversations.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toConversationBasic)
}

export async function listTagsOf(account: Account, customer_id: string): Promise<Tag[]> {
  const rows = await account
    .from('customer_tags')
    .innerJoin('tags', (join) =>
      join.onRef('tags.account_id', '=', 'customer_tags.account_id').onRef('tags.id', '=', 'customer_tags.tag_id'),
    )
    .selectAll('tags')
    .where('customer_tags.customer_id', '=', customer_id)
    .orderBy('tags.name')
    .execute()
  return rows.map(toTag)
}

export async function findCompany(account: Account, id: string | null): Promise<Company | null> {
  if (!id) return null
  const row = await account.from('companies').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toCompany(row) : null
}
