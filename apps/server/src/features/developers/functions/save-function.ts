import type { LambdaChanges, NewLambda } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { conflict, invalid } from '../../../platform/errors.js'
import { readCron } from '../../../platform/jobs/cron-times.js'
import { missing, toLambda } from './queries.js'

/** Every event may run all of them. */
const MAX_FUNCTIONS = 100

/** It is pending: only a deployment makes it run. */
export function createFunction(account: Account, user_id: number, draft: NewLambda) {
  const cron = cronOf(draft)
  return account.transaction(async (account) => {
    const known = await account.from('lambdas').select('id').execute()
    if (known.length >= MAX_FUNCTIONS) throw conflict(`An account has at most ${MAX_FUNCTIONS} functions.`)
    const row = account.insert('lambdas', {
      creator_id: user_id,
      name: draft.name.trim(),
      description: draft.description,
      code: draft.code,
      language: draft.language,
      runtime: draft.runtime,
      metadata: draft.metadata,
      cron,
      ...(draft.events && { events: [...new Set(draft.events)] }),
    })
    return toLambda(await row.returningAll().executeTakeFirstOrThrow())
  })
}

/** Fields that are not given stay. */
export function updateFunction(account: Account, id: string, changes: LambdaChanges) {
  return account.transaction(async (account) => {
    const before = await lockFunction(account, id)
    const { name, description, code, language, runtime, metadata, events } = changes
    const row = account
      .update('lambdas')
      .set({
        ...(name !== undefined && { name: name.trim() }),
        ...(description !== undefined && { description }),
        ...(code !== undefined && { code }),
        ...(language !== undefined && { language }),
        ...(runtime !== undefined && { runtime }),
        ...(metadata !== undefined && { metadata }),
        ...(events !== undefined && { events: [...new Set(events)] }),
        ...(changes.status !== undefined && { status: before.last_deployed_at ? changes.status : 'pending' }),
        ...(changes.cron !== undefined && { cron: cronOf(changes) }),
        // Times that passed before it was switched on, or before it had this schedule, are not its own.
        ...((changes.cron !== undefined || changes.status !== undefined) && { cron_done_until: new Date() }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
    return toLambda(await row.executeTakeFirstOrThrow(missing))
  })
}

export async function deleteFunction(account: Account, id: string) {
  const row = account.delete('lambdas').where('id', '=', id).returning('id')
  await row.executeTakeFirstOrThrow(missing)
}

export const lockFunction = (account: AccountTransaction, id: string) =>
  account.from('lambdas').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(missing)

function cronOf({ cron }: Pick<NewLambda, 'cron'>) {
  const pattern = cron?.trim()
  if (!pattern) return null
  if (!readCron(pattern)) throw invalid({ cron: ['is invalid'] })
  return pattern
}
