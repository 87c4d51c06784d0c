import type { AccountTransaction } from '../../../platform/account.js'
import { createTag } from '../tags/save-tag.js'
import { listTags, MAX_TAGS } from '../tags/queries.js'

/** Tags beyond the limit of an account are left out. */
export async function addTagsByName(
  account: AccountTransaction,
  conversation_id: string,
  names: string[],
  creator_id: number | null,
) {
  for (const tag_id of await findOrCreateTags(account, names, creator_id)) {
    const link = account.insert('conversation_tags', { conversation_id, tag_id, creator_id })
    await link.onConflict((conflict) => conflict.doNothing()).execute()
  }
}

/** Without an event: nothing reacts to tags of the past. */
export async function tagCustomerByNames(
  account: AccountTransaction,
  customer_id: string,
  names: string[],
  creator_id: number | null,
) {
  for (const tag_id of await findOrCreateTags(account, names, creator_id)) {
    const link = account.insert('customer_tags', { customer_id, tag_id, creator_id })
    await link.onConflict((conflict) => conflict.doNothing()).execute()
  }
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
