import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { readTerms, toQuery } from '../../inbox/conversation-lists/words.js'

const LONGEST_PAIR = 200

/** A key and a value of the customer's metadata, such as `plan:gold`. */
export const isPair = (word: string) => /^[^:]+:./.test(word)

/** For the word index. Finds customers with all words; each may be the beginning of a word, or a pair. */
export function toTsQuery(account: Account, words: string[]) {
  const parts = words.flatMap((word) => {
    const terms = readTerms(word)
    const choices = [
      ...(terms.length > 0 ? [sql`(${`'${account.id}'`}::tsquery && to_tsquery('simple', ${toQuery(terms)}))`] : []),
      ...(isPair(word) ? [toPairQuery(account, word)] : []),
    ]
    return choices.length > 0 ? [sql`(${sql.join(choices, sql` || `)})`] : []
  })
  return parts.length > 0 ? sql`(${sql.join(parts, sql` && `)})` : undefined
}

/** For the word index. Finds customers whose metadata has this pair. */
export const toPairQuery = (account: Account, pair: string) => sql`lower(${quoted(account, pair)})::tsquery`

/** For the word index. Finds customers whose metadata has this key. */
export const toKeyQuery = (account: Account, key: string) => sql`lower(${`${quoted(account, `${key}:`)}:*`})::tsquery`

/** Without an index. Finds each word also inside of another, so it matches all customers that `toTsQuery` finds, and more. */
export function containsWords(words: string[]): RawBuilder<boolean> {
  const each = words.map((word) => (isPair(word) ? sql`(${hasText(word)} or ${hasPair(word)})` : hasText(word)))
  return sql<boolean>`(${sql.join([sql`true`, ...each], sql` and `)})`
}

/** A word of punctuation alone matches nobody. */
function hasText(word: string) {
  const terms = readTerms(word).map(({ words }) => words.join(' '))
  if (terms.length === 0) return sql`false`
  return sql.join(
    terms.map((term) => sql`strpos(customers.found_by, lower(${term}::text)) > 0`),
    sql` and `,
  )
}

const hasPair = (word: string) =>
  sql`exists (select from jsonb_each_text(customers.metadata) as pair
    where lower(left(pair.key || ':' || pair.value, ${LONGEST_PAIR})) = lower(left(${word}::text, ${LONGEST_PAIR})))`

/** A pair as the database function `customer_terms` writes it. */
const quoted = (account: Account, pair: string) =>
  `'${account.id.slice(0, 8)}/${Array.from(pair).slice(0, LONGEST_PAIR).join('').replace(/['\\]/g, '\\$&')}'`
