import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { readTerms, toQuery } from '../../inbox/conversation-lists/words.js'

const MAX_WORDS = 20
const LONGEST_PAIR = 200

export const wordsIn = (q: string | null | undefined) => q?.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS) ?? []

/** All of the words, each of which may be the beginning of one; or a pair that the customer's site has told. */
export function toTsQuery(account: Account, words: string[]) {
  const parts = words.flatMap((word) => {
    const read = readTerms(word)
    const choices = [
      ...(read.length > 0 ? [sql`(${`'${account.id}'`}::tsquery && to_tsquery('simple', ${toQuery(read)}))`] : []),
      ...(isPair(word) ? [toPairQuery(account, word)] : []),
    ]
    return choices.length > 0 ? [sql`(${sql.join(choices, sql` || `)})`] : []
  })
  return parts.length > 0 ? sql`(${sql.join(parts, sql` && `)})` : undefined
}

/** Those who have the pair. */
export const toPairQuery = (account: Account, pair: string) => sql`lower(${quoted(account, pair)})::tsquery`

/** Those who have the key, whatever its value. */
export const toKeyQuery = (account: Account, key: string) => sql`lower(${`${quoted(account, `${key}:`)}:*`})::tsquery`

/** All of the words, anywhere in what they are found by: whoever has their beginnings has these, too. */
export function holds(words: string[]): RawBuilder<boolean> {
  const each = words.map((word) => (isPair(word) ? sql`(${hasParts(word)} or ${hasPair(word)})` : hasParts(word)))
  return sql<boolean>`(${sql.join([sql`true`, ...each], sql` and `)})`
}

/** Its parts in a row. What has none stands nowhere. */
function hasParts(word: string) {
  const terms = readTerms(word).map(({ words }) => words.join(' '))
  if (terms.length === 0) return sql`false`
  return sql.join(
    terms.map((term) => sql`strpos(customers.found_by, lower(${term}::text)) > 0`),
    sql` and `,
  )
}

const hasPair = (word: string) =>
  sql`exists (select from jsonb_each_text(customers.metadata) as told
    where lower(left(told.key || ':' || told.value, ${LONGEST_PAIR})) = lower(left(${word}::text, ${LONGEST_PAIR})))`

/** `plan:gold` */
export const isPair = (word: string) => /^[^:]+:./.test(word)

/** As the database writes it down: see `customer_terms`. */
const quoted = (account: Account, pair: string) =>
  `'${account.id.slice(0, 8)}/${Array.from(pair).slice(0, LONGEST_PAIR).join('').replace(/['\\]/g, '\\$&')}'`
