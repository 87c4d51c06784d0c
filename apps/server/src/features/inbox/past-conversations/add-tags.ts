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
  if (names.length === 0) return
  const known = await listTags(account)
  const ids = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]))
  for (const name of names) {
    const key = name.toLowerCase()
    if (!ids.has(key) && creator_id !== null && ids.size < MAX_TAGS)
      ids.set(key, (await createTag(account, { name }, creator_id)).id)
    const tag_id = ids.get(key)
    if (!tag_id) continue
    const link = account.insert('conversation_tags', { conversation_id, tag_id, creator_id })
    await link.onConflict((conflict) => conflict.doNothing()).execute()
  }
}
