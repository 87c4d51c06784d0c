import type { CustomerPage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { matchingCustomers, type CustomerSearch } from './customer-conditions.js'
import { countOf, findMatches, type AllMatches, type TooManyMatches } from './find-matches.js'
import { readCustomers } from './search-customers.js'

/** For `everyMatch`. */
const IDS_AT_ONCE = 500
/** One query looks for matches among this many customers, so that its cost does not grow with the account. */
const ID_RANGE = 10_000

interface Batch {
  ids: string[]
  /** The `after` of the next batch. A batch may be empty and yet have one. */
  next: string | null
}

/**
 * The matches after one id, in the order of ids, which never changes. In the order of the list a customer who is seen
 * meanwhile would move and be missed. There are no page numbers.
 */
export async function listInOrderOfIds(
  account: Account,
  search: CustomerSearch,
  after: string | undefined,
  size: number,
): Promise<CustomerPage> {
  const found = await findMatches(account, search)
  const { ids, next } = await readBatch(account, search, found, after, size)
  const { total, total_is_least } = countOf(found)
  return {
    data: await readCustomers(account, ids),
    page_number: 1,
    page_size: size,
    total_pages: 1,
    total_entries: total,
    total_is_least,
    next,
  }
}

/** The ids of all matches in batches. */
export async function* everyMatch(account: Account, search: CustomerSearch) {
  const found = await findMatches(account, search)
  let after: string | undefined
  do {
    const { ids, next } = await readBatch(account, search, found, after, IDS_AT_ONCE)
    if (ids.length > 0) yield ids
    after = next ?? undefined
  } while (after)
}

async function readBatch(
  account: Account,
  search: CustomerSearch,
  found: AllMatches | TooManyMatches,
  after = '',
  size: number,
): Promise<Batch> {
  const isComplete = found.all && !found.next
  const { matching, upTo } = isComplete ? { matching: [] } : await findInRange(account, search, after, size)
  // Some matches are already found, and `matching` lacks those whose words only contain the searched ones.
  const known = (found.all ?? found.newest).filter(({ id }) => id > after && (!upTo || id <= upTo))
  const ids = [...new Set([...known, ...matching].map(({ id }) => id))].toSorted()
  return { ids: ids.slice(0, size), next: (ids.length > size ? ids[size - 1] : upTo) ?? null }
}

/** The first matches of a range of ids. It has no end if no further customers are left. */
async function findInRange(account: Account, search: CustomerSearch, after: string, size: number) {
  const all = account.from('customers').select('customers.id').orderBy('customers.id')
  const rest = after ? all.where('customers.id', '>', after) : all
  const end = await rest
    .offset(ID_RANGE - 1)
    .limit(1)
    .executeTakeFirst()
  let matching = matchingCustomers(account, search)
    .select('customers.id')
    .orderBy('customers.id')
    .limit(size + 1)
  if (after) matching = matching.where('customers.id', '>', after)
  if (end) matching = matching.where('customers.id', '<=', end.id)
  return { matching: await matching.execute(), upTo: end?.id }
}
