import type { NewTag, TagChanges } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { conflict, notFound } from '../../../platform/errors.js'
import { MAX_TAGS } from './queries.js'

export function createTag(account: Account, { name, description, color }: NewTag, creator_id: number) {
  const draft = { name: name.trim(), description: description ?? null, color: color ?? null, creator_id }
  return account.transaction(async (account) => {
    const counted = account.from('tags').select(sql<number>`count(*)`.as('count'))
    const { count } = await counted.executeTakeFirstOrThrow()
    if (count >= MAX_TAGS) throw conflict(`An account can have ${MAX_TAGS} tags at most.`)
    const tag = await account.insert('tags', draft).returningAll().executeTakeFirstOrThrow()
    const payload = { tag_id: tag.id }
    await account.emit('tag:created', payload, payload, userActor(creator_id))
    return tag
  })
}

/** Fields that are not given stay. */
export function updateTag(account: Account, id: string, changes: TagChanges, user_id: number) {
  return account.transaction(async (account) => {
    const { name, ...plain } = changes
    const tag = await account
      .update('tags')
      .set({ ...plain, ...(name !== undefined && { name: name.trim() }), updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('Tag'))
    const logged = { tag_id: tag.id, changed: Object.keys(changes) }
    await account.emit('tag:updated', { tag_id: tag.id }, logged, userActor(user_id))
    return tag
  })
}

/** Conversations and customers lose the tag. */
export function deleteTag(account: Account, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const { numDeletedRows } = await account.delete('tags').where('id', '=', tag_id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Tag')
    await account.emit('tag:deleted', { tag_id }, { tag_id }, userActor(user_id))
  })
}
