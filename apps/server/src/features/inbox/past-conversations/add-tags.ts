import type { AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { createTag } from '../tags/save-tag.js'
import { listTags, MAX_TAGS } from '../tags/queries.js'

/** Tags beyond the limit of an account are left out. Without an event: nothing reacts to tags of the past. */
export async function addTagsByName(
  account: AccountTransaction,
  tagged: { conversation_id: string } | { customer_id: string },
  names: string[],
  creator_id: number | null,
) {
  const tag_ids = await findOrCreateTags(account, names, creator_id)
  if (tag_ids.length === 0) return
  if ('customer_id' in tagged) await account.run(tagCustomer, tagged.customer_id, tag_ids, creator_id)
  else await account.run(tagConversation, tagged.conversation_id, tag_ids, creator_id)
}

async function findOrCreateTags(account: AccountTransaction, names: string[], creator_id: number | null) {
  if (names.length === 0) return []
  const known = await listTags(account)
  const ids = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]))
  for (const name of names) {
    const key = name.toLowerCase()
    if (!ids.has(key) && creator_id !== null && ids.size < MAX_TAGS)
      ids.set(key, (await createTag(account, { name }, creator_id)).id)
  }
  return names.flatMap((name) => ids.get(name.toLowerCase()) ?? [])
}

const addTagsTo = (table: 'conversation_tags' | 'customer_tags', column: 'conversation_id' | 'customer_id') =>
  defineStatement(
    `past-conversations.add-${table}`,
    `insert into ${table} (account_id, ${column}, tag_id, creator_id)
    select account_id, $2::uuid, id, $4::bigint from tags where account_id = $1 and id = any($3::uuid[])
    on conflict do nothing`,
  )

const tagConversation = addTagsTo('conversation_tags', 'conversation_id')
const tagCustomer = addTagsTo('customer_tags', 'customer_id')
