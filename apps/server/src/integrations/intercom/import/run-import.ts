import { Type } from 'typebox'
import { findAccountConnection } from '../../../features/channels/account-services/connect.js'
import { noUsableAnswer, ServiceAnswerError } from '../../../features/channels/chat-services/call-service.js'
import { ServiceError, type ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import { openConnection } from '../../../features/channels/chat-services/connections.js'
import { revokeConnection } from '../../../features/channels/chat-services/revoke-connection.js'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { intercomService } from '../intercom-service.js'
import { createReadBelongings } from './belongings.js'
import { changeImport, findImport, noteProblem, whileRunning, type ImportRow } from './import-state.js'
import { readPage, type Page } from './intercom-pages.js'
import { BrokenRecord, readContact, readListed } from './shapes.js'
import { takeContact } from './take-contact.js'
import type { Importing } from './importing.js'
import { takeConversation } from './take-conversation.js'
import { matchTeammates } from './teammates.js'

/** Conversations that are read at the same time. */
const CONCURRENCY = 4
const LONGEST_PAUSE_S = 600
const DAY_MS = 86_400_000

/**
 * One page of an import. The next page is a job of its own, which commits with the place of the page, so any process can continue
 * after a crash, and no process waits long for a job when it ends.
 */
export const importPage = defineJob({
  name: 'intercom.import-page',
  input: Type.Object({ import_id: Type.String(), run: Type.Integer() }),
  key: () => 'import',
  async run(account, { import_id, run }, platform) {
    const row = await findImport(account, import_id)
    if (row?.state !== 'running' || row.run !== run) return
    const opened = await openContext(account, platform, row)
    if (typeof opened === 'string') return stop(account, row, opened)
    const at = new Date()
    try {
      const page = await readPage(opened, row)
      if (await takePage(opened, row, page)) await turnPage(account, row, page)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      await handleError(opened, row, error, at)
    }
  },
})

/** The connection, or why there is none that the import can use. */
async function openContext(account: Account, platform: Platform, row: ImportRow): Promise<ServiceContext | string> {
  const found = await findAccountConnection(intercomService, account)
  if (!found) return 'Intercom is not connected. Connect it and resume the import.'
  const connection = found.revoked_at ? undefined : openConnection(platform, account, found)
  if (!connection) return NO_TOKEN
  if (connection.team_id !== row.workspace_id)
    return 'Intercom is connected to another workspace. Connect the first one again, or start a new import.'
  return { account, platform, connection }
}

const NO_TOKEN = 'Intercom no longer accepts our token. Connect Intercom again and resume the import.'

/** Returns whether the import still runs. */
async function takePage(context: ServiceContext, row: ImportRow, { records }: Page) {
  const teammates = await matchTeammates(context)
  const importing = { context, row, teammates, readBelongings: createReadBelongings(context) }
  const next = records.values()
  let failure: { error: unknown } | undefined
  let runs = true
  const work = async () => {
    for (const record of next) {
      if (failure || !runs) return
      try {
        if (!(await takeRecord(importing, record))) runs = false
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: row.phase === 'people' ? 1 : CONCURRENCY }, work))
  if (failure) throw failure.error
  return runs
}

/** A record that cannot be stored is skipped and listed. */
async function takeRecord(importing: Importing, record: unknown) {
  const { row, context } = importing
  const { account } = context
  try {
    if (row.phase === 'people') return await takeContact(importing, readContact(record))
    return await takeConversation(importing, readListed(record))
  } catch (error) {
    const reason = reasonToSkip(error)
    if (reason === undefined) throw error
    const kind = row.phase === 'people' ? 'contact' : 'conversation'
    const id = (record as { id?: unknown } | null)?.id
    const intercom_id = typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 255) : null
    const noted = await whileRunning(account, row, async (account, now) => {
      await noteProblem(account, now, { kind, intercom_id, reason })
      return true
    })
    return noted !== undefined
  }
}

function reasonToSkip(error: unknown) {
  if (error instanceof BrokenRecord) return error.message
  // Intercom refuses this one record. A refused token is no matter of a record.
  if (error instanceof ServiceAnswerError && error.failure === 'refused') return error.message
  // A value that no column takes. Errors of uniqueness are races, and the job runs again.
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(22...|23502|23514)$/.test(code)
    ? 'the database does not take its values'
    : undefined
}

const NEXT_PHASE = { people: 'conversations', conversations: 'changes', changes: null } as const

function turnPage(account: Account, row: ImportRow, { records, next_page, total }: Page) {
  return whileRunning(account, row, async (account, now) => {
    // Another process has turned it.
    if (now.phase !== row.phase || now.next_page !== row.next_page) return
    const phase = next_page === null ? NEXT_PHASE[row.phase] : row.phase
    const seen =
      row.phase === 'people'
        ? { people_seen: now.people_seen + records.length, people_total: total ?? now.people_total }
        : row.phase === 'conversations'
          ? {
              conversations_seen: now.conversations_seen + records.length,
              conversations_total: total ?? now.conversations_total,
            }
          : {}
    const works = { failure: null, failing_since: null, failures: 0, retry_at: null }
    const end = phase === null ? ({ state: 'done', ended_at: new Date() } as const) : { phase }
    await changeImport(account, row.id, { ...seen, ...works, ...end, next_page })
    if (phase !== null) await account.enqueue(importPage, { import_id: row.id, run: row.run })
  })
}

async function handleError(context: ServiceContext, row: ImportRow, error: ServiceError, at: Date) {
  const { account, connection } = context
  if (error.failure === 'revoked') {
    const { mailFailing } = intercomService
    await revokeConnection(account, mailFailing, { connection_id: connection.id, reason: error.message, at })
    return stop(account, row, NO_TOKEN)
  }
  if (error.failure === 'refused') {
    // Intercom forgets old pages. Records that were stored are passed over quickly.
    if (row.next_page !== null && !row.went_back) return startPhaseAgain(account, row)
    return stop(account, row, `Intercom refused the call: ${error.message}`, 'failed')
  }
  return waitAndRetry(account, row, error)
}

function startPhaseAgain(account: Account, row: ImportRow) {
  return whileRunning(account, row, async (account) => {
    const seen = row.phase === 'people' ? { people_seen: 0 } : { conversations_seen: 0 }
    await changeImport(account, row.id, { ...seen, next_page: null, went_back: true })
    await account.enqueue(importPage, { import_id: row.id, run: row.run })
  })
}

/** Intercom limits the calls, or does not answer. After a day the import fails; it can be resumed. */
function waitAndRetry(account: Account, row: ImportRow, error: ServiceError) {
  return whileRunning(account, row, async (account, now) => {
    const isLimit = error.failure === 'limited'
    const failing_since = now.failing_since ?? new Date()
    const failure = isLimit ? 'Intercom limits the number of calls.' : `${noUsableAnswer('Intercom', error)}.`
    if (!isLimit && Date.now() - failing_since.getTime() > DAY_MS) {
      await changeImport(account, row.id, { state: 'failed', failure, retry_at: null, ended_at: new Date() })
      return
    }
    const seconds = error.retry_after_seconds ?? Math.min(LONGEST_PAUSE_S, 2 ** Math.min(now.failures, 10))
    const retry_at = new Date(Date.now() + seconds * 1_000)
    await changeImport(account, row.id, { failure, failing_since, failures: now.failures + 1, retry_at })
    await account.enqueue(importPage, { import_id: row.id, run: row.run }, { at: retry_at })
  })
}

async function stop(account: Account, row: ImportRow, failure: string, state: 'stopped' | 'failed' = 'stopped') {
  await whileRunning(account, row, (account) =>
    changeImport(account, row.id, { state, failure, retry_at: null, ended_at: new Date() }),
  )
}
