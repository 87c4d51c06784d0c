import { createHash } from 'node:crypto'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { conflict, HttpError } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import type { CallSlots } from './call-slots.js'

export const KEPT_MS = 24 * 3_600_000

export interface Answer {
  status: number
  location: string | null
  answer: string
}

interface Stored extends Answer {
  fingerprint: Buffer
  created_at: Date
}

/** A call that is not answered yet. Its work and its answer commit together. */
export interface OpenCall {
  /** The account inside the transaction of the call. */
  account: AccountTransaction
  /** Resolves after the commit. */
  succeed(answer: Answer): Promise<void>
  /** Undoes the work. */
  fail(): Promise<void>
}

class Undone extends Error {}

/**
 * Opens the call with this key, or returns the answer that it got before. The row is committed before the transaction that
 * locks it, so a second call finds it locked and is refused instead of waiting with a connection of its own. A process that
 * dies leaves a row without an answer, and the next call does the work.
 */
export async function openCall(
  account: Account,
  slots: CallSlots,
  key: string,
  request: string,
): Promise<OpenCall | Answer> {
  const [key_hash, fingerprint] = [hashOf(key), hashOf(request)]
  await account
    .insert('idempotent_calls', { key_hash, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  return new Promise((resolve, reject) => {
    const work = async (account: AccountTransaction) => {
      const [row] = await account.run(lockCall, key_hash)
      if (!row) throw conflict('A call with this Idempotency-Key is running. Try again in a second.')
      const answer = earlierAnswer(row, fingerprint)
      if (answer) return resolve(answer)
      const outcome = await new Promise<Answer | undefined>((end) =>
        resolve({
          account,
          succeed: (answer) => (end(answer), done),
          fail: () => (end(undefined), done.catch(ignoreUndone)),
        }),
      )
      if (!outcome) throw new Undone()
      const call = account.update('idempotent_calls').set({ ...outcome, fingerprint, created_at: new Date() })
      await call.where('key_hash', '=', key_hash).execute()
    }
    const done = slots.run(account.id, () => account.transaction(work))
    done.catch(reject)
  })
}

const lockCall = defineStatement<Stored | (Omit<Stored, keyof Answer> & { status: null })>(
  'idempotency.lock-call',
  `select fingerprint, status, location, answer, created_at from idempotent_calls
   where account_id = $1 and key_hash = $2 for update skip locked`,
)

function earlierAnswer(row: Stored | { status: null }, fingerprint: Buffer): Answer | undefined {
  if (row.status === null || row.created_at.getTime() < Date.now() - KEPT_MS) return undefined
  if (!row.fingerprint.equals(fingerprint))
    throw new HttpError(422, 'This Idempotency-Key was used for another call. Use a new key for each call.')
  return { status: row.status, location: row.location, answer: row.answer }
}

function ignoreUndone(error: unknown) {
  if (!(error instanceof Undone)) throw error
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
