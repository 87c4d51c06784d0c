import type { SheetRecord } from '@papercups/contract'
import { companyNames, readCustomers, tagNames } from '../../../features/directory/customer-export/queries.js'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstant } from '../../../platform/wire-time.js'

/** Google's limit is 50,000 characters. */
const LONGEST_CELL = 20_000

type Cells = Record<string, string | null | undefined>

/** The rows of records by their ids: first the id, then the chosen columns. Erased records have none. */
export async function readRows(
  { platform, account }: { platform: Platform; account: Account },
  { record, columns }: { record: SheetRecord; columns: string[] },
  ids: string[],
) {
  const { base_url } = platform.config
  if (ids.length === 0) return new Map<string, string[]>()
  const found = record === 'customers' ? await readPeople(account, ids) : await account.run(readConversations, ids)
  const rows = new Map<string, string[]>()
  for (const { id, ...cells } of found) {
    const all: Cells = { ...cells, url: `${base_url}/${pathOf(record)}/${id}` }
    rows.set(id, [id, ...columns.map((column) => cut(all[column] ?? ''))])
  }
  return rows
}

const pathOf = (record: SheetRecord) => (record === 'customers' ? 'customers' : 'conversations/all')

/** Without half a character at the end. */
const cut = (text: string) => text.slice(0, LONGEST_CELL).toWellFormed()

async function readPeople(account: Account, ids: string[]) {
  const rows = await readCustomers(account, ids)
  const company_ids = rows.flatMap(({ company_id }) => company_id ?? [])
  const [companies, tags] = await Promise.all([companyNames(account, company_ids), tagNames(account, ids)])
  return rows.map(({ id, name, email, phone, external_id, company_id, time_zone, current_url, ...row }) => ({
    id,
    ...{ name, email, phone, external_id, time_zone, current_url },
    company: company_id && companies.get(company_id),
    tags: tags.get(id)?.join(', '),
    first_seen: row.first_seen,
    last_seen_at: row.last_seen_at && toInstant(row.last_seen_at),
    created_at: toInstant(row.created_at),
    metadata: row.metadata && JSON.stringify(row.metadata),
  }))
}

/** Notes are for the team, and a sheet may be shared with others. */
const readConversations = defineStatement<{ id: string } & Cells>(
  'sheets.read-conversations',
  `select c.id, p.id as customer_id, p.name as customer_name, p.email as customer_email, c.subject, c.source, c.status,
    c.priority, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
    (select i.name from inboxes i where i.account_id = $1 and i.id = c.inbox_id) as inbox,
    (select coalesce(f.display_name, f.full_name, u.email) from users u
      left join user_profiles f on f.account_id = u.account_id and f.user_id = u.id
      where u.account_id = $1 and u.id = c.assignee_id) as assignee,
    (select m.body from messages m where m.account_id = $1 and m.conversation_id = c.id and not m.private
      order by m.seq limit 1) as first_message
   from conversations c join customers p on p.account_id = c.account_id and p.id = c.customer_id
   where c.account_id = $1 and c.id = any ($2::uuid[])`,
)
