import type { CustomerMerge } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { previousValues, combine, type Given } from './combine.js'
import { MOVED, moveAll, moveMessages, oddMessages, sharedLinks, type Moved } from './moves.js'
import { lockPair, toMerges, type Pair } from './queries.js'

/** What an undo needs: the ids of all moved rows, and more. */
export interface MovedIds extends Record<Moved, string[]> {
  strays: string[]
  guests: string[]
  shared_tag_ids: string[]
  shared_issue_ids: string[]
}

/** Moves everything of the second customer to the first. The second id resolves to the first from now on. */
export async function mergeCustomers(account: Account, pair: Pair, user_id: number): Promise<CustomerMerge> {
  for (;;) {
    const merge = await account.transaction((account) => tryToMerge(account, pair, user_id))
    if (merge) return merge
  }
}

/** Undefined if a conversation began meanwhile: it is not locked, so its writer could deadlock with us. */
async function tryToMerge(
  account: AccountTransaction,
  pair: Pair,
  user_id: number,
): Promise<CustomerMerge | undefined> {
  const { kept_id, merged_id } = pair
  const conversations = account.from('conversations').select('id').where('customer_id', '=', merged_id).orderBy('id')
  // The conversations before the customers, as createMessage locks them. The other order could deadlock.
  const locked = await conversations.forUpdate().execute()
  const { kept, merged } = await lockPair(account, pair)
  if ((await conversations.execute()).length !== locked.length) return undefined

  const given = combine(kept, merged)
  const moved = await move(account, pair)
  if (Object.keys(given).length > 0) await change(account, kept_id, given)
  await account.delete('customers').where('id', '=', merged_id).execute()
  const row = account.insert('customer_merges', {
    ...{ customer_id: kept_id, kept_id, merged_id, user_id },
    merged: JSON.stringify(merged),
    filled: JSON.stringify(previousValues(kept, given)),
    moved: JSON.stringify(moved),
  })
  const [merge] = await toMerges(account, [await row.returningAll().executeTakeFirstOrThrow()])
  const logged = { customer_id: kept_id, merged_customer_id: merged_id }
  const payload = { ...logged, conversation_ids: moved.conversations }
  await account.emit('customer:merged', payload, logged, userActor(user_id))
  return merge
}

async function move(account: Account, { kept_id, merged_id }: Pair): Promise<MovedIds> {
  const ids = Object.fromEntries(MOVED.map((table): [Moved, string[]] => [table, []])) as Record<Moved, string[]>
  for (const table of MOVED) {
    const rows = await account.run(moveAll[table], kept_id, merged_id)
    ids[table] = rows.map(({ id }) => id)
  }
  const [odd] = await account.run(oddMessages, kept_id, merged_id, ids.conversations)
  const [shared] = await account.run(sharedLinks, merged_id)
  await account.run(moveMessages, kept_id, merged_id)
  return {
    ...ids,
    strays: odd?.strays ?? [],
    guests: odd?.guests ?? [],
    shared_tag_ids: shared?.tag_ids ?? [],
    shared_issue_ids: shared?.issue_ids ?? [],
  }
}

export function change(account: Account, id: string, { metadata, ...fields }: Given) {
  return account
    .update('customers')
    .set({
      ...fields,
      ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
}
