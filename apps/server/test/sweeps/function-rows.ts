import type { Kysely } from 'kysely'
import type { DB } from '../../src/platform/database/tables.js'

/** A function with a version, a secret, a run and a rehearsal. It is inactive, so nothing runs while the sweep does. */
export async function addFunction(db: Kysely<DB>, account_id: string, mark: () => string) {
  const code = `const handler = () => '${mark()}'`
  const deployed = { deployed_version: 1, last_deployed_at: new Date(), status: 'inactive' } as const
  const { id: lambda_id } = await db
    .insertInto('lambdas')
    .values({ account_id, name: mark(), description: mark(), code, ...deployed })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('lambda_versions').values({ account_id, lambda_id, number: 1, code }).execute()
  const secret = { account_id, lambda_id, name: 'SWEPT', value_encrypted: mark() }
  await db.insertInto('lambda_secrets').values(secret).execute()
  const { id: rehearsal_id } = await db
    .insertInto('lambda_rehearsals')
    .values({ account_id, lambda_id, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  const run = { account_id, lambda_id, event: 'ping', order_key: lambda_id, input: mark(), result: mark() }
  const ended = { status: 'succeeded', attempts: 1, duration_ms: 1, finished_at: new Date() } as const
  const output = JSON.stringify([{ level: 'log', text: mark() }])
  for (const more of [{ trigger: 'event' } as const, { trigger: 'rehearsal', rehearsal_id } as const])
    await db
      .insertInto('lambda_runs')
      .values({ ...run, ...ended, ...more, output: output as never })
      .execute()
}
