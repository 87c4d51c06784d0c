import type { TimelineThing } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { usersWithProfiles } from '../../team/users/queries.js'
import type { Place } from './tell-event.js'

/** What there is a name for, and where it stands. A note has none: its words are nobody's business here. */
const NAMES = {
  tags: 'name',
  issues: 'title',
  companies: 'name',
  customer_imports: 'filename',
  conversations: 'subject',
} as const

/** Of all that a page names, in a query for each table however many entries there are. */
export async function findNames(account: Account, asked: Array<{ place: Place; id: string }>) {
  const found = new Map<string, string | null>()
  const ids = (place: Place) => [...new Set(asked.filter((one) => one.place === place).map(({ id }) => id))]
  const look = async (place: Place, rows: (ids: string[]) => Promise<Array<{ id: string; name: string | null }>>) => {
    const wanted = ids(place)
    if (wanted.length === 0) return
    for (const { id, name } of await rows(wanted)) found.set(`${place}:${id}`, name)
  }
  const named = (place: keyof typeof NAMES) =>
    look(place, (ids) =>
      account
        .from(place)
        .select((query) => ['id', query.ref(NAMES[place]).as('name')])
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
  return (place: Place, id: string): TimelineThing => {
    const name = found.get(`${place}:${id}`)
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
