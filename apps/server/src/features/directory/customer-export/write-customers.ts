import { Readable } from 'node:stream'
import type { Account } from '../../../platform/account.js'
import { toInstant } from '../../../platform/wire-time.js'
import type { CustomerSearch } from '../customer-search/customer-conditions.js'
import { everyMatch } from '../customer-search/in-order-of-ids.js'
import { companyNames, readCustomers, tagNames } from './queries.js'
import { toCsvRow } from './csv.js'

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

/** Streams all customers that the search finds: there may be more than fit in memory. */
export const writeCustomers = (account: Account, search: CustomerSearch) => Readable.from(write(account, search))

async function* write(account: Account, search: CustomerSearch) {
  yield BYTE_ORDER_MARK + toCsvRow(COLUMNS)
  for await (const ids of everyMatch(account, search)) yield await writeRows(account, ids)
}

async function writeRows(account: Account, ids: string[]) {
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
