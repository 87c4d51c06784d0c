import type { DomainEvents, LambdaRehearsal, LambdaRehearsalDetails } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid, notFound } from '../../../platform/errors.js'
import type { LoggedEvent } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstant } from '../../../platform/wire-time.js'
import { EVENT_SOURCES } from '../webhooks/event-sources.js'
import type { WebhookDraft } from '../webhooks/payloads.js'
import { newestKeyOf, requireValidCode } from './deploy.js'
import { getFunction } from './queries.js'
import { isForFunctions, storeRuns } from './queue-runs.js'
import { SHOWN, toRun } from './run-log.js'
import { lockFunction } from './save-function.js'

/** The newest events that a rehearsal runs over. */
const MAX_EVENTS = 200
const DAYS = 30
/** Events of the log that are looked through, so that an account with millions of others answers as fast. */
const LOOKED_THROUGH = 20_000

/** Queues a run of the draft for each event of the last month that the function would get. */
export async function startRehearsal(
  platform: Platform,
  account: Account,
  user_id: number,
  lambda_id: string,
  given: string | null | undefined,
): Promise<LambdaRehearsal> {
  const { code: stored, events } = await getFunction(account, lambda_id)
  const code = given ?? stored
  if (!code?.trim()) throw invalid({ code: ["can't be blank"] })
  await requireValidCode(platform, account, code)
  const drafts = await pastEvents(account, new Set(events))
  return account.transaction(async (account) => {
    const { api_key_id } = await lockFunction(account, lambda_id)
    // A draft that was never deployed has no key yet, and reads with that of the caller.
    if (!api_key_id) {
      const key = account.update('lambdas').set({ api_key_id: await newestKeyOf(account, user_id) })
      await key.where('id', '=', lambda_id).execute()
    }
    await account.delete('lambda_rehearsals').where('lambda_id', '=', lambda_id).execute()
    const row = await account.insert('lambda_rehearsals', { lambda_id, code }).returningAll().executeTakeFirstOrThrow()
    const runs = drafts.map((draft) => ({ draft, lambda_id }))
    if (runs.length > 0) await storeRuns(account, runs, 'rehearsal', row.id)
    return toRehearsal(
      row,
      drafts.map(() => ({ status: 'waiting' })),
    )
  })
}

export async function getRehearsal(account: Account, lambda_id: string, id: string): Promise<LambdaRehearsalDetails> {
  const rehearsals = account.from('lambda_rehearsals').selectAll().where('lambda_id', '=', lambda_id)
  const row = await rehearsals.where('id', '=', id).executeTakeFirstOrThrow(missing)
  const runs = await account
    .from('lambda_runs')
    .select([...SHOWN, 'result', 'writes'])
    .where('rehearsal_id', '=', id)
    .orderBy('position')
    .execute()
  const shown = runs.map((run) => ({ ...toRun(run), result: run.result, writes: run.writes as never }))
  return { ...toRehearsal(row, runs), runs: shown }
}

export async function deleteRehearsal(account: Account, lambda_id: string, id: string) {
  const row = account.delete('lambda_rehearsals').where('lambda_id', '=', lambda_id).where('id', '=', id)
  await row.returning('id').executeTakeFirstOrThrow(missing)
}

const missing = () => notFound('Rehearsal')

/** The events as the function would get them now, in their order. */
async function pastEvents(account: Account, wanted: ReadonlySet<string>): Promise<WebhookDraft[]> {
  const sources = Object.entries(EVENT_SOURCES).filter(([, { sends }]) => sends.some((type) => wanted.has(type)))
  const types = sources.map(([type]) => type)
  const events = await account.run(recentEvents, types, DAYS, LOOKED_THROUGH, MAX_EVENTS)
  const built = sources.map(async ([type, { build }]) => {
    const own = events.filter((event) => event.type === type)
    return own.length > 0 ? build(account, own) : []
  })
  const drafts = (await Promise.all(built)).flat()
  return drafts
    .filter((draft) => wanted.has(draft.type) && isForFunctions(draft))
    .toSorted((a, b) => a.event_id - b.event_id)
    .slice(-MAX_EVENTS)
}

const recentEvents = defineStatement<LoggedEvent & { type: keyof DomainEvents }>(
  'functions.recent-events',
  `select id, type, payload, actor, created_at from (
    select id, type, payload, actor, created_at from events where account_id = $1 order by id desc limit $4
  ) as newest
  where type = any ($2::text[]) and created_at > now() - make_interval(days => $3)
  order by id desc limit $5`,
)

function toRehearsal(
  { id, lambda_id, created_at }: { id: string; lambda_id: string; created_at: Date },
  runs: Array<{ status: string }>,
): LambdaRehearsal {
  const count = (status: string) => runs.filter((run) => run.status === status).length
  const [succeeded, failed] = [count('succeeded'), count('failed')]
  return {
    ...{ id, object: 'lambda_rehearsal', lambda_id, created_at: toInstant(created_at) },
    ...{ total: runs.length, succeeded, failed, is_finished: succeeded + failed === runs.length },
  }
}
