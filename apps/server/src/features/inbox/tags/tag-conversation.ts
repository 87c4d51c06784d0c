import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import type { ChangedTags } from '../conversations/new-values.js'
import { toConversationBasic } from '../conversations/present.js'
import { lockConversation } from '../conversations/queries.js'
import { getTag, tagsOf } from './queries.js'

export function tagConversation(account: Account, conversation_id: string, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const conversation = await lockConversation(account, conversation_id)
    const { id } = await getTag(account, tag_id)
    const link = account.insert('conversation_tags', { conversation_id, tag_id: id, creator_id: user_id })
    const added = await link.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (added.numInsertedOrUpdatedRows) await emitTagChange(account, conversation, { added_tag_ids: [id] }, user_id)
  })
}

/** Removing a missing tag is no error. */
export function untagConversation(account: Account, conversation_id: string, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const conversation = await lockConversation(account, conversation_id)
    const { id } = await getTag(account, tag_id)
    const links = account.delete('conversation_tags').where('conversation_id', '=', conversation_id)
    const removed = await links.where('tag_id', '=', id).executeTakeFirst()
    if (removed.numDeletedRows) await emitTagChange(account, conversation, { removed_tag_ids: [id] }, user_id)
  })
}

/** Tags are no field of the conversation, but every open inbox shows them, so the update carries them. */
async function emitTagChange(
  account: Account,
  row: Awaited<ReturnType<typeof lockConversation>>,
  became: ChangedTags,
  user_id: number,
) {
  const tags = (await tagsOf(account, [row.id])).get(row.id) ?? []
  const payload = { conversation: toConversationBasic(row), tags }
  const logged = { conversation_id: row.id, changed: ['tags'], became }
  await account.emit('conversation:updated', payload, logged, userActor(user_id))
}
