import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { FIELDS, toFailedReaction } from './queries.js'

/** The event log reader runs it again within a second. */
export async function retryFailedReaction(account: Account, id: string) {
  const row = await account
    .update('failed_reactions')
    .set({ next_try_at: new Date(), attempts: 1 })
    .where('id', '=', id)
    .returning(FIELDS)
    .executeTakeFirstOrThrow(() => notFound('FailedReaction'))
  return toFailedReaction(row)
}
