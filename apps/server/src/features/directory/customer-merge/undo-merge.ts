import type { Customer } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { conflict, notFound } from '../../../platform/errors.js'
import { toCustomer } from '../../people/customers/present.js'
import { lockCustomer } from '../../people/customers/queries.js'
import { valuesBeforeMerge, type FormerCustomer } from './combine.js'
import { change, type MovedIds } from './merge-customers.js'
import { linkAgain, MOVED, moveBack, moveMessagesBack, renameActor } from './moves.js'
import { isMergedOn, isOver, UNDOABLE_DAYS } from './queries.js'

/** Restores the merged customer with all rows that still exist, and with later messages in their conversations. */
export function undoMerge(account: Account, id: string, user_id: number): Promise<Customer> {
  return account.transaction(async (account) => {
    const { kept_id, merged_id, merged, filled, moved } = await lockMerge(account, id)
    const former = merged as unknown as FormerCustomer
    const kept = await lockCustomer(account, kept_id)
    const customer = await restore(account, former)
    const back = valuesBeforeMerge(kept, former, filled)
    if (Object.keys(back).length > 0) await change(account, kept_id, back)
    const conversation_ids = await giveBack(account, kept_id, merged_id, moved as unknown as MovedIds)
    await account.delete('customer_merges').where('id', '=', id).execute()

    const logged = { customer_id: kept_id, merged_customer_id: merged_id }
    await account.emit('customer:unmerged', { ...logged, conversation_ids }, logged, userActor(user_id))
    return toCustomer(customer)
  })
}

/** In the lock order of a merge: conversations, customer, merge. Checked again under the lock. */
async function lockMerge(account: AccountTransaction, id: string) {
  const merges = account.from('customer_merges').selectAll().where('id', '=', id)
  const { customer_id, moved } = await merges.executeTakeFirstOrThrow(() => notFound('Merge'))
  const conversations = account.from('conversations').select('id').where('customer_id', '=', customer_id)
  const { conversations: ids } = moved as unknown as MovedIds
  if (ids.length > 0) await conversations.where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await account.from('customers').select('id').where('id', '=', customer_id).forUpdate().execute()
  const merge = await merges.forUpdate().executeTakeFirstOrThrow(() => notFound('Merge'))
  if (isMergedOn(merge)) throw conflict('They have been merged with somebody else since then. Undo that first.')
  if (isOver(merge)) throw conflict(`A merge can be undone for ${UNDOABLE_DAYS} days.`)
  return merge
}

async function restore(account: Account, snapshot: FormerCustomer) {
  // Generated columns cannot be inserted, and the account is set already.
  const { metadata, company_id, found_by: _, seen_order: _order, account_id: _own, ...former } = snapshot
  const companies = account.from('companies').select('id')
  const company = company_id ? await companies.where('id', '=', company_id).executeTakeFirst() : undefined
  const row = { ...former, company_id: company?.id ?? null, metadata: metadata && JSON.stringify(metadata) }
  return account.insert('customers', row).returningAll().executeTakeFirstOrThrow()
}

async function giveBack(account: Account, kept_id: string, merged_id: string, moved: MovedIds) {
  let conversation_ids: string[] = []
  for (const table of MOVED) {
    const rows = await account.run(moveBack[table], kept_id, merged_id, moved[table])
    if (table === 'conversations') conversation_ids = rows.map(({ id }) => id)
  }
  await account.run(moveMessagesBack, kept_id, merged_id, conversation_ids, moved.strays, moved.guests)
  await account.run(renameActor, kept_id, merged_id, conversation_ids)
  await account.run(linkAgain.tags, merged_id, moved.shared_tag_ids)
  await account.run(linkAgain.issues, merged_id, moved.shared_issue_ids)
  return conversation_ids
}
