import type { NewTag, TagChanges } from '@papercups/contract'
import type { Account } from '../../platform/account.js'
import { invalid, notFound } from '../../platform/errors.js'

export function createTag(account: Account, { name, description, color }: NewTag, creator_id: number) {
  const row = { name: spoken(name), description: description ?? null, color: color ?? null, creator_id }
  return account.insert('tags', row).returningAll().executeTakeFirstOrThrow()
}

export function updateTag(account: Account, id: string, { name, ...changes }: TagChanges) {
  const tags = account.update('tags').set({
    ...changes,
    ...(name !== undefined && { name: spoken(name) }),
    updated_at: new Date(),
  })
  return tags
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('Tag'))
}

/** Whatever had the tag loses it. */
export async function deleteTag(account: Account, id: string) {
  const deleted = await account.delete('tags').where('id', '=', id).executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw notFound('Tag')
}

function spoken(name: string) {
  if (!name.trim()) throw invalid({ name: ["can't be blank"] })
  return name.trim()
}
