import type { LambdaDeployment } from '@papercups/contract'
import type { Static } from 'typebox'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { HttpError, invalid, notFound } from '../../../platform/errors.js'
import { UploadedFile } from '../../../platform/http/body.js'
import type { Platform } from '../../../platform/platform.js'
import { readIndex } from './read-zip.js'
import { getFunction, missing, toLambda } from './queries.js'
import { runnersOf } from './runners.js'
import { lockFunction } from './save-function.js'

const KEPT_VERSIONS = 50

type Deployment = Static<typeof LambdaDeployment>

/** With a file its index.js runs, and `code` is the draft. Without one the draft runs. */
export async function deployFunction(
  platform: Platform,
  account: Account,
  user_id: number,
  id: string,
  { file, ...fields }: Deployment,
) {
  const stored = await getFunction(account, id)
  const index = file instanceof UploadedFile ? readIndex(file.bytes) : undefined
  const draft = fields.code ?? (index === undefined ? stored.code : index)
  const code = index ?? draft
  if (!code?.trim()) throw invalid({ code: ["can't be blank"] })
  await requireValidCode(platform, account, code)
  return account.transaction(async (account) => {
    await lockFunction(account, id)
    const newest = account
      .from('lambda_versions')
      .select('number')
      .where('lambda_id', '=', id)
      .orderBy('number', 'desc')
    const number = ((await newest.limit(1).executeTakeFirst())?.number ?? 0) + 1
    await account.insert('lambda_versions', { lambda_id: id, number, code, user_id }).execute()
    const outdated = account.delete('lambda_versions').where('lambda_id', '=', id)
    await outdated.where('number', '<=', number - KEPT_VERSIONS).execute()
    const { name, description } = fields
    return setDeployed(account, user_id, id, number, {
      code: draft,
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description }),
    })
  })
}

/** Runs an earlier version from now on. */
export function rollBack(account: Account, user_id: number, id: string, number: number) {
  return account.transaction(async (account) => {
    await lockFunction(account, id)
    const version = account
      .from('lambda_versions')
      .select('code')
      .where('lambda_id', '=', id)
      .where('number', '=', number)
    const { code } = await version.executeTakeFirstOrThrow(() => notFound('Version'))
    return setDeployed(account, user_id, id, number, { code })
  })
}

async function setDeployed(
  account: AccountTransaction,
  user_id: number,
  id: string,
  number: number,
  fields: { code?: string | null; name?: string; description?: string | null },
) {
  const api_key_id = await newestKeyOf(account, user_id)
  const { status } = await account
    .from('lambdas')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(missing)
  const now = new Date()
  const row = account
    .update('lambdas')
    .set({
      ...fields,
      api_key_id,
      deployed_version: number,
      status: status === 'pending' ? 'inactive' : status,
      last_deployed_at: now,
      // The same time: clients deploy again before a test if the two differ.
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
  return toLambda(await row.executeTakeFirstOrThrow(missing))
}

/** Functions act as the user who deploys them. */
export async function newestKeyOf(account: Account, user_id: number) {
  const keys = account
    .from('personal_api_keys')
    .select('id')
    .where('user_id', '=', user_id)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', new Date())]))
  const key = await keys.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!key) throw new HttpError(422, 'An API key is required. Generate one first.')
  return key.id
}

/** Compiles it where it will run, and nowhere else. */
export async function requireValidCode(platform: Platform, account: Account, code: string) {
  const task = { code, input: 'null', env: {}, check: true }
  const outcome = await runnersOf(platform).run(account.id, task, async () => {
    throw new Error('nothing runs')
  })
  if (outcome.ok) return
  if ('lost' in outcome) throw new HttpError(503, 'The function could not be checked. Try again.')
  const { errorType, errorMessage, stack } = outcome.error
  const line = /index\.js:(\d+)/.exec(stack)?.[1]
  throw invalid({ code: [`${errorType}: ${errorMessage}${line ? ` (line ${line})` : ''}`] })
}
