import type { Tag } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toTag } from './present.js'

/** The list is never longer, because dashboards load and search all of it. */
export const MAX_TAGS = 1_000

export function listTags(account: Account) {
  return account.from('tags').selectAll().orderBy('name').limit(MAX_TAGS).execute()
}

export function getTag(account: Account, id: string) {
  const tag = account.from('tags').selectAll().where('id', '=', id)
  return tag.executeTakeFirstOrThrow(() => notFound('Tag'))
}

/** The tags of all these conversations, by name, in one query. */
export async function tagsOf(account: Account, conversation_ids: string[]): Promise<Map<string, Tag[]>> {
  const tags = new Map<string, Tag[]>()
  if (conversation_ids.length === 0) return tags
  const rows = await account
    .from('conversation_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.account_id', '=', 'conversation_tags.account_id')
        .onRef('tags.id', '=', 'conversation_tags.tag_id'),
    )
    .selectAll('tags')
    .select('conversation_tags.conversation_id')
    .where('conversation_tags.conversation_id', 'in', conversation_ids)
    .orderBy('tags.name')
    .execute()
  for (const row of rows) tags.set(row.conversation_id, [...(tags.get(row.conversation_id) ?? []), toTag(row)])
  return tags
}
