import type { TimelineThing } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { usersWithProfiles } from '../../team/users/queries.js'
import type { ReferencedTable } from './describe-event.js'

/** The column with the name. A note has none: its text is not shown here. */
const NAMES = {
  tags: 'name',
  issues: 'title',
  companies: 'name',
  customer_imports: 'filename',
  conversations: 'subject',
} as const

/** The names for a whole page, with one query per table. */
export async function findNames(account: Account, references: Array<{ table: ReferencedTable; id: string }>) {
  const found = new Map<string, string | null>()
  const ids = (table: ReferencedTable) => [
    ...new Set(references.filter((one) => one.table === table).map(({ id }) => id)),
  ]
  const look = async (
    table: ReferencedTable,
    rows: (ids: string[]) => Promise<Array<{ id: string; name: string | null }>>,
  ) => {
    const wanted = ids(table)
    if (wanted.length === 0) return
    for (const { id, name } of await rows(wanted)) found.set(`${table}:${id}`, name)
  }
  const named = (table: keyof typeof NAMES) =>
    look(table, (ids) =>
      account
        .from(table)
        .select((query) => ['id', query.ref(NAMES[table]).as('name')])
        .where('id', 'in', ids)
        .execute(),
    )
  await Promise.all([
    look('users', (ids) => usersByName(account, ids.map(Number))),
    look('notes', async (ids) => {
      const notes = await account.from('notes').select('id').where('id', 'in', ids).execute()
      return notes.map(({ id }) => ({ id, name: null }))
    }),
    ...(Object.keys(NAMES) as Array<keyof typeof NAMES>).map(named),
  ])
  return (table: ReferencedTable, id: string): TimelineThing => {
    const name = found.get(`${table}:${id}`)
    return { id, name: name ?? null, deleted: name === undefined }
  }
}

async function usersByName(account: Account, ids: number[]) {
  const users = await usersWithProfiles(account).where('users.id', 'in', ids).execute()
  return users.map(({ id, email, display_name, full_name }) => ({
    id: String(id),
    name: display_name || full_name || email,
  }))
}
