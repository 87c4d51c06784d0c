import type { LambdaVersion, LambdaVersionDetails } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant } from '../../../platform/wire-time.js'
import { getFunction } from './queries.js'

/** Newest first. Deploying deletes those that are too old. */
export async function listVersions(account: Account, id: string): Promise<LambdaVersion[]> {
  const { deployed_version } = await getFunction(account, id)
  const rows = await account
    .from('lambda_versions')
    .select(['number', 'user_id', 'created_at', sql<number>`length(lambda_versions.code)`.as('size')])
    .where('lambda_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => toVersion(row, deployed_version))
}

export async function getVersion(account: Account, id: string, number: number): Promise<LambdaVersionDetails> {
  const { deployed_version } = await getFunction(account, id)
  const found = account.from('lambda_versions').selectAll().where('lambda_id', '=', id).where('number', '=', number)
  const row = await found.executeTakeFirstOrThrow(() => notFound('Version'))
  return { ...toVersion({ ...row, size: row.code.length }, deployed_version), code: row.code }
}

const toVersion = (
  row: { number: number; user_id: number | null; created_at: Date; size: number },
  deployed_version: number | null,
): LambdaVersion => ({
  number: row.number,
  object: 'lambda_version',
  created_at: toInstant(row.created_at),
  user_id: row.user_id,
  size: row.size,
  is_deployed: row.number === deployed_version,
})
