import type { ListedNote, NoteFilters, NotePage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { isAfter, microsecondsOf, readTimeCursor, toTimeCursor } from '../../../platform/list-cursors.js'
import { UUID } from '../../account/accounts/named-account.js'
import { toCustomer } from '../customers/present.js'
import { toUser } from '../../team/users/present.js'
import { usersWithProfiles } from '../../team/users/queries.js'
import { toNote, type NoteRow } from './present.js'

/** An empty value means "not filtered". */
interface Page {
  /** The `next` of the previous page. Old clients send the id of its last note. */
  after: string | null | undefined
  limit: number
}

/** Newest first. */
export async function listNotes(account: Account, filters: NoteFilters, { after, limit }: Page): Promise<NotePage> {
  let found = account.from('notes').selectAll().select(microsecondsOf('notes.created_at'))
  if (filters.customer_id) found = found.where('customer_id', '=', filters.customer_id)
  if (filters.author_id) found = found.where('author_id', '=', filters.author_id)
  if (after) found = found.where(isAfter('notes', 'created_at', await positionOf(account, after)))
  const newestFirst = found.orderBy('created_at', 'desc').orderBy('id', 'desc')
  const rows = await newestFirst.limit(limit + 1).execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: await withPeople(account, shown), next: last && rows.length > limit ? toTimeCursor(last) : null }
}

/** A deleted note has none: an empty page would look like the end of the list. */
function positionOf(account: Account, after: string) {
  if (!UUID.test(after)) return readTimeCursor(after)
  const note = account.from('notes').select(['notes.id', microsecondsOf('notes.created_at')])
  return note.where('id', '=', after).executeTakeFirstOrThrow(() => notFound('Note'))
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
