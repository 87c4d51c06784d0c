import type { CustomerMerge, MergePreview } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { conflict, invalid, notFound, type HttpError } from '../../../platform/errors.js'
import { toInstant, toTimestamp } from '../../../platform/wire-time.js'
import { toProfile } from '../customer-directory/profile.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { customerTitle } from '../../people/customers/present.js'
import { getCustomer } from '../../people/customers/queries.js'
import { toUser } from '../../team/users/present.js'
import { usersWithProfiles } from '../../team/users/queries.js'
import { combine, type CustomerRow } from './combine.js'
import { countMoves } from './moves.js'

const DAY_MS = 24 * 3_600_000
/** The same as for deleted conversations. */
export const UNDOABLE_DAYS = 30

export interface Pair {
  kept_id: string
  merged_id: string
}

export function pairOf(kept_id: string, merged_id: string): Pair {
  const pair = { kept_id: kept_id.toLowerCase(), merged_id: merged_id.toLowerCase() }
  if (pair.kept_id === pair.merged_id) throw invalid({ customer_id: ['is the same customer'] })
  return pair
}

/** Both or a 404. */
async function getPair(account: Account, pair: Pair) {
  const both = account.from('customers').selectAll().where('id', 'in', idsOf(pair))
  return toPair(account, pair, await both.execute())
}

/** Locks both customers and what refers to them until the transaction ends. */
export async function lockPair(account: AccountTransaction, pair: Pair) {
  const both = account.from('customers').selectAll().where('id', 'in', idsOf(pair)).orderBy('id')
  return toPair(account, pair, await both.forUpdate().execute())
}

const idsOf = ({ kept_id, merged_id }: Pair) => [kept_id, merged_id]

async function toPair(account: Account, { kept_id, merged_id }: Pair, rows: CustomerRow[]) {
  const find = (id: string) => rows.find((row) => row.id === id)
  const [kept, merged] = [find(kept_id), find(merged_id)]
  if (kept && merged) return { kept, merged }
  throw await missingError(account, kept ? merged_id : kept_id)
}

async function missingError(account: Account, id: string): Promise<HttpError> {
  if ((await currentIdOf(account, id)) === id) return notFound('Customer')
  return conflict('This customer has already been merged.')
}

export async function previewMerge(account: Account, pair: Pair): Promise<MergePreview> {
  const { kept, merged } = await getPair(account, pair)
  const profile = (row: CustomerRow) => toProfile(account, row, ['company'])
  const [[moves], ...profiles] = await Promise.all([
    account.run(countMoves, pair.kept_id, pair.merged_id),
    profile(kept),
    profile(merged),
    profile({ ...kept, ...combine(kept, merged) }),
  ])
  if (!moves) throw new Error('Counting answered nothing')
  const [keptProfile, mergedProfile, result] = profiles
  return { object: 'customer_merge_preview', kept: keptProfile, merged: mergedProfile, result, moves }
}

/** All merges into this customer, latest first. */
export async function listMerges(account: Account, customer_id: string): Promise<CustomerMerge[]> {
  await getCustomer(account, customer_id)
  const merges = account.from('customer_merges').selectAll().where('customer_id', '=', customer_id)
  return toMerges(account, await merges.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
}

export interface MergeRow {
  id: string
  customer_id: string
  kept_id: string
  merged_id: string
  user_id: number | null
  merged: Record<string, unknown>
  created_at: Date
}

export async function toMerges(account: Account, rows: MergeRow[]): Promise<CustomerMerge[]> {
  const user_ids = rows.flatMap(({ user_id }) => user_id ?? [])
  const users = user_ids.length > 0 ? await usersWithProfiles(account).where('users.id', 'in', user_ids).execute() : []
  return rows.map((row) => {
    const user = users.find(({ id }) => id === row.user_id)
    const { name, email } = row.merged as Pick<CustomerRow, 'name' | 'email'>
    return {
      id: row.id,
      object: 'customer_merge',
      customer_id: row.customer_id,
      merged_customer_id: row.merged_id,
      merged_title: customerTitle({ name, email }),
      merged_email: email,
      user: user ? toUser(user) : null,
      created_at: toTimestamp(row.created_at),
      undoable_until: toInstant(endOf(row)),
      can_undo: !isMergedOn(row) && !isOver(row),
    }
  })
}

const endOf = ({ created_at }: Pick<MergeRow, 'created_at'>) => new Date(created_at.getTime() + UNDOABLE_DAYS * DAY_MS)
export const isOver = (row: Pick<MergeRow, 'created_at'>) => endOf(row).getTime() < Date.now()
/** The kept customer was merged into another one. */
export const isMergedOn = ({ customer_id, kept_id }: Pick<MergeRow, 'customer_id' | 'kept_id'>) =>
  customer_id !== kept_id
