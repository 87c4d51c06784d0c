import type { Company, ConversationBasic, Tag } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toCompany } from '../../people/companies/queries.js'
import { toConversationBasic } from '../../inbox/conversations/present.js'
import { toTag } from '../../inbox/tags/present.js'

/** Newest first, with deleted ones. */
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
