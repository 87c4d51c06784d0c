import type { RecordedWrite, RunStatus } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { readKeyValue } from '../api-keys/queries.js'
import { createGuestFetch, createRehearsalFetch, readable } from './guest-fetch.js'
import type { Outcome } from './runner/runner.js'
import { runnersOf } from './runners.js'
import { readSecrets } from './secrets.js'

/** A runner that is killed while the function runs starts it again, so often. */
const MAX_ATTEMPTS = 5

const KEY_IS_UNREADABLE =
  'The API key of the function cannot be read, because the secret key of the server has changed. ' +
  'Generate a new API key and deploy the function again.'

/** A run of the queue. */
export interface OpenRun {
  id: string
  order_key: string
  trigger: 'event' | 'cron' | 'rehearsal'
  rehearsal_id: string | null
  input: string
  attempts: number
}

/** Runs it and stores what became of it. If the server stops meanwhile, it waits again. */
export async function executeRun(platform: Platform, account: Account, lambda_id: string, run: OpenRun) {
  const task = await prepareTask(platform, account, lambda_id, run)
  if (typeof task === 'string') return storeFailure(account, lambda_id, run, task)
  const { version, ...runnable } = task
  const pool = runnersOf(platform)
  for (let attempts = run.attempts + 1; ; attempts++) {
    await setRun(account, lambda_id, run, { status: 'running', attempts, version })
    const writes: RecordedWrite[] = []
    const fetch = run.rehearsal_id ? createRehearsalFetch(platform, writes) : createGuestFetch(platform)
    const outcome = await pool.run(account.id, { ...runnable, input: run.input }, fetch)
    if (!('lost' in outcome)) return storeOutcome(account, lambda_id, run, outcome, writes)
    if (pool.isClosed) return setRun(account, lambda_id, run, { status: 'waiting', attempts: attempts - 1 })
    if (attempts >= MAX_ATTEMPTS)
      return storeFailure(account, lambda_id, run, `The runner stopped ${attempts} times while the function ran.`)
  }
}

/** Code and environment of a run, or why it cannot run. */
async function prepareTask(platform: Platform, account: Account, lambda_id: string, run: OpenRun) {
  const row = account.from('lambdas').select(['status', 'deployed_version', 'api_key_id']).where('id', '=', lambda_id)
  const found = await row.executeTakeFirst()
  if (!found) return 'The function was deleted.'
  const { status, deployed_version, api_key_id } = found
  if (!run.rehearsal_id && status !== 'active') return 'The function was switched off before it ran.'
  const code = run.rehearsal_id
    ? await codeOfRehearsal(account, run.rehearsal_id)
    : await codeOfVersion(account, lambda_id, deployed_version)
  if (code === undefined) return 'The code of the function is missing.'
  const version = run.rehearsal_id ? null : deployed_version
  const env = await readEnvironment(platform, account, lambda_id, api_key_id)
  return typeof env === 'string' ? env : { code, version, env }
}

const codeOfRehearsal = async (account: Account, id: string) =>
  (await account.from('lambda_rehearsals').select('code').where('id', '=', id).executeTakeFirst())?.code

export async function codeOfVersion(account: Account, lambda_id: string, number: number | null) {
  const versions = account.from('lambda_versions').select('code').where('lambda_id', '=', lambda_id)
  return (await versions.where('number', '=', number).executeTakeFirst())?.code
}

/** The environment, or why the function cannot run. */
export async function readEnvironment(
  platform: Platform,
  account: Account,
  lambda_id: string,
  api_key_id: string | null,
): Promise<Record<string, string> | string> {
  const key = api_key_id ? await readKeyValue(platform, account, api_key_id) : undefined
  if (key === null) return KEY_IS_UNREADABLE
  return {
    ...(await readSecrets(platform, account, lambda_id)),
    ...(key !== undefined && { PAPERCUPS_API_KEY: key }),
    PAPERCUPS_HOST: platform.config.base_url,
  }
}

/** The columns of a run that ended. */
export function endedColumns(outcome: Exclude<Outcome, { lost: true }>, writes: RecordedWrite[] = []) {
  const { ok, output, duration_ms } = outcome
  return {
    status: ok ? ('succeeded' as const) : ('failed' as const),
    result: ok ? readable(outcome.result) : null,
    error: ok ? null : readable(`${outcome.error.errorType}: ${outcome.error.errorMessage}`),
    output: JSON.stringify(output.map(({ level, text }) => ({ level, text: readable(text) }))) as never,
    writes: JSON.stringify(writes) as never,
    duration_ms,
    finished_at: new Date(),
  }
}

function storeOutcome(
  account: Account,
  lambda_id: string,
  run: OpenRun,
  outcome: Exclude<Outcome, { lost: true }>,
  writes: RecordedWrite[],
) {
  return account.transaction(async (account) => {
    await setRun(account, lambda_id, run, endedColumns(outcome, writes))
    if (!run.rehearsal_id) await noteExecution(account, lambda_id)
  })
}

/** Does not change `updated_at`: clients take that for a change of the code. */
export const noteExecution = (account: Account, lambda_id: string) =>
  account.update('lambdas').set({ last_executed_at: new Date() }).where('id', '=', lambda_id).execute()

const storeFailure = (account: Account, lambda_id: string, run: OpenRun, error: string) =>
  setRun(account, lambda_id, run, { status: 'failed', error, finished_at: new Date() })

type RunChanges = Partial<Omit<ReturnType<typeof endedColumns>, 'status'>> & {
  status: RunStatus
  attempts?: number
  version?: number | null
  error?: string | null
}

async function setRun(account: Account, lambda_id: string, { id, rehearsal_id }: OpenRun, changes: RunChanges) {
  await account.update('lambda_runs').set(changes).where('id', '=', id).execute()
  account.broadcastToTeam('lambda_run:changed', { id, lambda_id, rehearsal_id, status: changes.status })
}
