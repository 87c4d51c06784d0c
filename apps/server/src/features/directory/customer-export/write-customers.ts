import { Readable } from 'node:stream'
import type { Account } from '../../../platform/account.js'
import { toInstant } from '../../../platform/wire-time.js'
import { isGathered, type CustomerFilters } from '../customer-directory/filters.js'
import { gatherCustomers, matchingCustomers } from '../customer-directory/find-customers.js'
import { findInSegments } from '../customer-directory/find-in-segments.js'
import { companyNames, readCustomers, tagNames } from './queries.js'
import { toCsvRow } from './csv.js'

const AT_ONCE = 500
/** Without it spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'external_id',
  'company',
  'tags',
  'first_seen',
  'last_seen_at',
  'created_at',
  'metadata',
]

/** Streams all customers of the list with these filters: there may be more than fit in memory. */
export const writeCustomers = (account: Account, filters: CustomerFilters) => Readable.from(write(account, filters))

async function* write(account: Account, filters: CustomerFilters) {
  yield BYTE_ORDER_MARK + toCsvRow(COLUMNS)
  for await (const ids of pagesOf(account, filters)) yield await writePage(account, ids)
}

/**
 * Ordered by id, which never changes. In the list's own order a customer who is seen meanwhile would move and be
 * missed.
 */
async function* pagesOf(account: Account, filters: CustomerFilters) {
  const gathered = await gather(account, filters)
  if (gathered) {
    const ids = gathered.map(({ id }) => id).toSorted()
    for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE)
    return
  }
  let last: string | undefined
  for (;;) {
    let page = matchingCustomers(account, filters).select('customers.id').orderBy('customers.id').limit(AT_ONCE)
    if (last) page = page.where('customers.id', '>', last)
    const ids = (await page.execute()).map(({ id }) => id)
    if (ids.length > 0) yield ids
    last = ids.at(-1)
    if (ids.length < AT_ONCE) return
  }
}

/** Undefined if there may be more than the limit. */
async function gather(account: Account, filters: CustomerFilters) {
  if (filters.segments?.length) {
    const { found, next } = await findInSegments(account, filters)
    return next ? undefined : found
  }
  return isGathered(filters) ? (await gatherCustomers(account, filters)).all : undefined
}

async function writePage(account: Account, ids: string[]) {
  const rows = await readCustomers(account, ids)
  const company_ids = rows.flatMap(({ company_id }) => company_id ?? [])
  const [companies, tags] = await Promise.all([companyNames(account, company_ids), tagNames(account, ids)])
  return rows
    .map((row) =>
      toCsvRow([
        row.id,
        row.name ?? '',
        row.email ?? '',
        row.phone ?? '',
        row.external_id ?? '',
        (row.company_id && companies.get(row.company_id)) ?? '',
        tags.get(row.id)?.join(', ') ?? '',
        row.first_seen,
        row.last_seen_at ? toInstant(row.last_seen_at) : '',
        toInstant(row.created_at),
        row.metadata ? JSON.stringify(row.metadata) : '',
      ]),
    )
    .join('')
}
