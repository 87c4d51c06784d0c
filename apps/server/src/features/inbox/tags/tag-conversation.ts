import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import type { Retagged } from '../conversations/became.js'
import { toConversationBasic } from '../conversations/present.js'
import { lockConversation } from '../conversations/queries.js'
import { getTag, tagsOf } from './queries.js'

export function tagConversation(account: Account, conversation_id: string, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const conversation = await lockConversation(account, conversation_id)
    const { id } = await getTag(account, tag_id)
    const link = account.insert('conversation_tags', { conversation_id, tag_id: id, creator_id: user_id })
    const added = await link.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (added.numInsertedOrUpdatedRows) await tellTags(account, conversation, { added_tag_ids: [id] }, user_id)
  })
}

/** What is not there is gone already. */
export function untagConversation(account: Account, conversation_id: string, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const conversation = await lockConversation(account, conversation_id)
    const { id } = await getTag(account, tag_id)
    const links = account.delete('conversation_tags').where('conversation_id', '=', conversation_id)
    const removed = await links.where('tag_id', '=', id).executeTakeFirst()
    if (removed.numDeletedRows) await tellTags(account, conversation, { removed_tag_ids: [id] }, user_id)
  })
}

/** An update that brings the tags along: they are no field of the conversation, and every open inbox shows them. */
async function tellTags(
  account: Account,
  row: Awaited<ReturnType<typeof lockConversation>>,
  became: Retagged,
  user_id: number,
) {
  const tags = (await tagsOf(account, [row.id])).get(row.id) ?? []
  const told = { conversation: toConversationBasic(row), tags }
  const logged = { conversation_id: row.id, changed: ['tags'], became }
  await account.emit('conversation:updated', told, logged, userActor(user_id))
}
