import type { Account } from '../../../platform/account.js'
import { userActor, userActorOrNull } from '../../../platform/actor.js'
import { lockCustomer } from '../customers/queries.js'
import { getIssue } from './queries.js'

/** False if they were linked before. */
export function linkIssue(account: Account, customer_id: string, issue_id: string, user_id: number | null) {
  return account.transaction(async (account) => {
    await lockCustomer(account, customer_id)
    const issue = await getIssue(account, issue_id)
    const link = account.insert('customer_issues', { customer_id, issue_id: issue.id, creator_id: user_id })
    const added = await link.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (!added.numInsertedOrUpdatedRows) return false
    const linked = { issue_id: issue.id, customer_id }
    await account.emit('issue:linked', { ...linked, issue }, linked, userActorOrNull(user_id))
    return true
  })
}

/** Removing a missing link is no error. */
export function unlinkIssue(account: Account, customer_id: string, issue_id: string, user_id: number) {
  return account.transaction(async (account) => {
    await lockCustomer(account, customer_id)
    const { id } = await getIssue(account, issue_id)
    const links = account.delete('customer_issues').where('customer_id', '=', customer_id)
    const removed = await links.where('issue_id', '=', id).executeTakeFirst()
    if (!removed.numDeletedRows) return
    const unlinked = { issue_id: id, customer_id }
    await account.emit('issue:unlinked', unlinked, unlinked, userActor(user_id))
  })
}
