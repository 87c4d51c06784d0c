import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../platform/account.js'
import { readTerms, toQuery } from '../inbox/words.js'
import { filteredCustomers, type CustomerFilters } from './filters.js'

export interface Candidate {
  id: string
  last_seen_at: Date
}

/** So many are put in order and counted one by one. Of more, the newest are found by reading the list itself. */
export const MOST_GATHERED = 5_000
/** Among so many of the newest a word is found by any part of it, not only by its beginning. */
const NEWEST = 5_000
const MOST_WORDS = 20
const LONGEST_PAIR = 200

const terms = sql`customer_terms(customers.account_id, customers.name, customers.email, customers.phone,
  customers.external_id, customers.metadata)`
const text = sql`lower(searchable(concat_ws(' ', customers.name, customers.email, customers.phone, customers.external_id)))`

/** Everybody whom the filters let through, in no order; undefined when they are too many to gather. */
export async function gatherCustomers(account: Account, filters: CustomerFilters): Promise<Candidate[] | undefined> {
  const words = wordsIn(filters)
  const filtered = () => filteredCustomers(account, filters).select(['customers.id', 'customers.last_seen_at'])
  if (words.length === 0) {
    const rows = await filtered()
      .limit(MOST_GATHERED + 1)
      .execute()
    return rows.length > MOST_GATHERED ? undefined : rows
  }

  const query = toTsQuery(account, words)
  const newest = account.from('customers').select('id').orderBy('last_seen_at', 'desc').orderBy('id', 'desc')
  let holding = filtered().where('customers.id', 'in', newest.limit(NEWEST))
  for (const word of words) holding = holding.where(holds(word))
  const [byWords, byParts] = await Promise.all([
    query
      ? filtered()
          .where(sql<boolean>`${terms} @@ ${query}`)
          .limit(MOST_GATHERED + 1)
          .execute()
      : [],
    holding.limit(MOST_GATHERED).execute(),
  ])
  if (byWords.length > MOST_GATHERED) return undefined
  return [...new Map([...byWords, ...byParts].map((row) => [row.id, row])).values()]
}

/** Those who are too many to gather, to be read in the order of the list. */
export function matchingCustomers(account: Account, filters: CustomerFilters) {
  const query = toTsQuery(account, wordsIn(filters))
  const found = filteredCustomers(account, filters)
  // By the operator's own function, which no index knows: so that the planner reads the list and stops after a page.
  return query ? found.where(sql<boolean>`ts_match_vq(${terms}, ${query})`) : found
}

const wordsIn = ({ q }: CustomerFilters) => q?.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS) ?? []

/** All of the words, each of which may be the beginning of one; or a pair that the customer's site has told. */
function toTsQuery(account: Account, words: string[]) {
  const parts = words.flatMap((word) => {
    const read = readTerms(word)
    const choices = [
      ...(read.length > 0 ? [sql`to_tsquery('simple', ${toQuery(read)})`] : []),
      ...(isPair(word) ? [sql`lower(${quoted(word)})::tsquery`] : []),
    ]
    return choices.length > 0 ? [sql`(${sql.join(choices, sql` || `)})`] : []
  })
  return parts.length > 0 ? sql`(${`'${account.id}'`}::tsquery && ${sql.join(parts, sql` && `)})` : undefined
}

function holds(word: string): RawBuilder<boolean> {
  const part = sql<boolean>`strpos(${text}, btrim(lower(searchable(${word})))) > 0`
  if (!isPair(word)) return part
  return sql<boolean>`(${part} or exists (select from jsonb_each_text(customers.metadata) as pair
    where lower(pair.key || ':' || pair.value) = lower(${word})))`
}

/** `plan:gold` */
const isPair = (word: string) => /^[^:]+:./.test(word)

const quoted = (word: string) => `'${Array.from(word).slice(0, LONGEST_PAIR).join('').replace(/['\\]/g, '\\$&')}'`
