import type { DomainEvents } from '@papercups/contract'
import { sql, type Kysely } from 'kysely'
import { send, type Outbox } from '../account.js'
import type { DB } from '../database/tables.js'

/** The delay doubles from one second, so the last attempt comes after about an hour. */
const MAX_ATTEMPTS = 12
const RETRY_BATCH = 50
const MAX_ERROR_LENGTH = 300

export interface FailedReaction {
  account_id: string
  event_type: keyof DomainEvents
  event_ids: number[]
  reaction: string
}

/** Stores a failed reaction in the transaction that moves the cursor. */
export async function keepFailedReaction(tx: Kysely<DB>, failed: FailedReaction, error: unknown) {
  const row = { ...failed, error: describeError(error), next_try_at: secondsFromNow(1) }
  await tx.insertInto('failed_reactions').values(row).execute()
}

/** A transaction and its outbox. */
interface Attempt {
  tx: Kysely<DB>
  outbox: Outbox
}

type Run = (attempt: Attempt, failed: FailedReaction) => Promise<unknown>

/** Retries the due reactions, each in its own transaction, so that its jobs commit with its success. */
export async function retryFailedReactions(db: Kysely<DB>, run: Run) {
  for (let count = 0; count < RETRY_BATCH; count++) {
    if (!(await retryNext(db, run))) return
  }
}

async function retryNext(db: Kysely<DB>, run: Run) {
  const outbox: Outbox = []
  const found = await db.transaction().execute(async (tx) => {
    const failed = await tx
      .selectFrom('failed_reactions')
      .select(['id', 'account_id', 'event_type', 'event_ids', 'reaction', 'attempts'])
      .where('next_try_at', '<=', new Date())
      .orderBy('next_try_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!failed) return false

    const { id, attempts, ...reaction } = failed
    const error = await tryInSavepoint({ tx, outbox }, () => run({ tx, outbox }, reaction as FailedReaction))
    if (error === undefined) await tx.deleteFrom('failed_reactions').where('id', '=', id).execute()
    else await noteFailure(tx, id, attempts + 1, error)
    return true
  })
  send(outbox)
  return found
}

async function noteFailure(tx: Kysely<DB>, id: string, attempts: number, error: unknown) {
  const next_try_at = attempts < MAX_ATTEMPTS ? secondsFromNow(2 ** (attempts - 1)) : null
  const changes = { attempts, error: describeError(error), next_try_at, updated_at: new Date() }
  await tx.updateTable('failed_reactions').set(changes).where('id', '=', id).execute()
}

export async function countFailedReactions(db: Kysely<DB>) {
  const { count } = await db
    .selectFrom('failed_reactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the error after rolling back the work, or undefined when it succeeded. */
export async function tryInSavepoint({ tx, outbox }: Attempt, work: () => Promise<unknown>): Promise<unknown> {
  const held = outbox.length
  await sql`savepoint reaction`.execute(tx)
  try {
    await work()
    return undefined
  } catch (error) {
    await sql`rollback to savepoint reaction`.execute(tx)
    outbox.length = held
    return error ?? new Error('unknown error')
  }
}

function describeError(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(0, MAX_ERROR_LENGTH) || 'unknown error'
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)
