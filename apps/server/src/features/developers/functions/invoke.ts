import { randomUUID } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { conflict, HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { codeOfVersion, endedColumns, noteExecution, readEnvironment } from './execute.js'
import { createGuestFetch } from './guest-fetch.js'
import { missing } from './queries.js'
import { runnersOf } from './runners.js'

/** Runs the deployed version, also if it is not active, and waits for its result. */
export async function invokeFunction(
  platform: Platform,
  account: Account,
  id: string,
  { event, payload }: { event: string; payload?: unknown },
): Promise<{ data: unknown; run_id: string | null }> {
  const row = account.from('lambdas').select(['deployed_version', 'api_key_id']).where('id', '=', id)
  const { deployed_version, api_key_id } = await row.executeTakeFirstOrThrow(missing)
  const code = await codeOfVersion(account, id, deployed_version)
  if (code === undefined) return { data: null, run_id: null }
  const input = JSON.stringify({ id, event, payload })
  const env = await readEnvironment(platform, account, id, api_key_id)
  if (typeof env === 'string') throw conflict(env)
  const outcome = await runnersOf(platform).run(account.id, { code, input, env }, createGuestFetch(platform))
  if ('lost' in outcome) throw new HttpError(503, 'The function was stopped before it ended. Try again.')
  const run_id = randomUUID()
  const columns = endedColumns(outcome)
  await account.transaction(async (account) => {
    await account
      .insert('lambda_runs', {
        ...{ id: run_id, lambda_id: id, trigger: 'test', event, input, order_key: run_id, attempts: 1 },
        ...{ version: deployed_version, ...(await subjectOf(account, payload)), ...columns },
      })
      .execute()
    await noteExecution(account, id)
    const change = { id: run_id, lambda_id: id, rehearsal_id: null, status: columns.status }
    account.broadcastToTeam('lambda_run:changed', change)
  })
  if (outcome.ok) return { data: JSON.parse(outcome.result) as unknown, run_id }
  const { errorType, errorMessage, stack } = outcome.error
  return { data: { errorType, errorMessage, trace: stack.split('\n').filter(Boolean) }, run_id }
}

/** Whose data the payload holds, so that erasing them erases the run. */
async function subjectOf(account: Account, payload: unknown) {
  const { conversation_id } = (payload ?? {}) as { conversation_id?: unknown }
  if (typeof conversation_id !== 'string' || !/^[\da-f-]{36}$/i.test(conversation_id)) return {}
  const conversations = account.from('conversations').select(['id', 'customer_id'])
  const found = await conversations.where('id', '=', conversation_id).executeTakeFirst()
  return found ? { conversation_id: found.id, customer_id: found.customer_id } : {}
}
