import type { ListedNote, NoteFilters, NotePage } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toCustomer } from '../customers/present.js'
import { toUser } from '../../team/users/present.js'
import { usersWithProfiles } from '../../team/users/queries.js'
import { toNote, type NoteRow } from './present.js'

/** An empty value means "not filtered". */
interface Page {
  /** The last note of the previous page. */
  after: string | null | undefined
  limit: number
}

/** Newest first. If the note of `after` was deleted meanwhile, the page is empty. */
export async function listNotes(account: Account, filters: NoteFilters, { after, limit }: Page): Promise<NotePage> {
  let found = account.from('notes').selectAll()
  if (filters.customer_id) found = found.where('customer_id', '=', filters.customer_id)
  if (filters.author_id) found = found.where('author_id', '=', filters.author_id)
  if (after) {
    const last = account.from('notes').select(['created_at', 'id']).where('id', '=', after)
    found = found.where(sql<boolean>`(notes.created_at, notes.id) < (${last})`)
  }
  const newestFirst = found.orderBy('created_at', 'desc').orderBy('id', 'desc')
  const rows = await newestFirst.limit(limit + 1).execute()
  const shown = rows.slice(0, limit)
  return { data: await withPeople(account, shown), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

export async function getNote(account: Account, id: string) {
  const note = account.from('notes').selectAll().where('id', '=', id)
  return toNote(await note.executeTakeFirstOrThrow(() => notFound('Note')))
}

/** Two queries for any number of notes. */
async function withPeople(account: Account, rows: NoteRow[]): Promise<ListedNote[]> {
  if (rows.length === 0) return []
  const customer_ids = [...new Set(rows.map((row) => row.customer_id))]
  const author_ids = [...new Set(rows.flatMap((row) => row.author_id ?? []))]
  const [customers, authors] = await Promise.all([
    account.from('customers').selectAll().where('id', 'in', customer_ids).execute(),
    author_ids.length > 0 ? usersWithProfiles(account).where('users.id', 'in', author_ids).execute() : [],
  ])
  const customerOf = new Map(customers.map((row) => [row.id, toCustomer(row)]))
  const authorOf = new Map(authors.map((row) => [row.id, toUser(row)]))
  return rows.flatMap((row) => {
    const customer = customerOf.get(row.customer_id)
    // The customer was erased between the two queries, together with their notes.
    if (!customer) return []
    return [{ ...toNote(row), author: authorOf.get(row.author_id ?? 0) ?? null, customer }]
  })
}
