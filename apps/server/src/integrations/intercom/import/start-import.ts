import { callForUser } from '../../../features/channels/account-services/use-connection.js'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { conflict, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { intercomService } from '../intercom-service.js'
import { changeImport, lockImport, toImport, type ImportRow } from './import-state.js'
import { importPage } from './run-import.js'

/** Starts an import, which brings over what is new or has changed. */
export async function startImport(account: Account, platform: Platform, user_id: number) {
  const workspace_id = await connectedWorkspace(account, platform)
  return once(account, async (account) => {
    const row = account.insert('intercom_imports', { user_id, workspace_id }).returningAll()
    return enqueue(account, await row.executeTakeFirstOrThrow())
  })
}

export function stopImport(account: Account, id: string) {
  return account.transaction(async (account) => {
    const row = await lock(account, id)
    if (row.state !== 'running') throw conflict('This import does not run.')
    const stopped = { state: 'stopped', run: row.run + 1, failure: null, retry_at: null, ended_at: new Date() } as const
    return toImport(await changeImport(account, id, stopped))
  })
}

/** Continues with the page at which it stopped. */
export async function resumeImport(account: Account, platform: Platform, id: string) {
  const workspace_id = await connectedWorkspace(account, platform)
  return once(account, async (account) => {
    const row = await lock(account, id)
    if (row.state === 'running' || row.state === 'done')
      throw conflict(row.state === 'done' ? 'This import is complete.' : 'This import runs already.')
    if (row.workspace_id !== workspace_id)
      throw conflict('This import belongs to another Intercom workspace. Start a new one.')
    const works = { failure: null, failing_since: null, failures: 0, retry_at: null, ended_at: null, went_back: false }
    return enqueue(account, await changeImport(account, id, { ...works, state: 'running', run: row.run + 1 }))
  })
}

async function lock(account: AccountTransaction, id: string) {
  const row = await lockImport(account, id)
  if (!row) throw notFound('Import')
  return row
}

/** Throws 403 without a connection that works. */
const connectedWorkspace = (account: Account, platform: Platform) =>
  callForUser(intercomService, platform, account, async ({ connection }) => connection.team_id ?? '')

async function enqueue(account: AccountTransaction, row: ImportRow) {
  await account.enqueue(importPage, { import_id: row.id, run: row.run })
  account.broadcastToTeam('intercom_import:changed', { id: row.id })
  return toImport(row)
}

/** A unique index lets one import of an account run. */
async function once<T>(account: Account, work: (account: AccountTransaction) => Promise<T>) {
  try {
    return await account.transaction(work)
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'intercom_imports_running') throw conflict('An import is running already.')
    throw error
  }
}
