import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import type { ChangedTags } from '../conversations/new-values.js'
import { lockCustomer } from '../../people/customers/queries.js'
import { getTag } from './queries.js'

export function tagCustomer(account: Account, customer_id: string, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    await lockCustomer(account, customer_id)
    const { id } = await getTag(account, tag_id)
    const link = account.insert('customer_tags', { customer_id, tag_id: id, creator_id: user_id })
    const added = await link.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (added.numInsertedOrUpdatedRows) await emitTagChange(account, customer_id, { added_tag_ids: [id] }, user_id)
  })
}

/** Removing a missing tag is no error. */
export function untagCustomer(account: Account, customer_id: string, tag_id: string, user_id: number) {
  return account.transaction(async (account) => {
    await lockCustomer(account, customer_id)
    const { id } = await getTag(account, tag_id)
    const links = account.delete('customer_tags').where('customer_id', '=', customer_id)
    const removed = await links.where('tag_id', '=', id).executeTakeFirst()
    if (removed.numDeletedRows) await emitTagChange(account, customer_id, { removed_tag_ids: [id] }, user_id)
  })
}

function emitTagChange(account: Account, customer_id: string, became: ChangedTags, user_id: number) {
  const logged = { customer_id, changed: ['tags'], became }
  return account.emit('customer:updated', { customer_id }, logged, userActor(user_id))
}
