import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../platform/account.js'
import { readTerms, toQuery } from '../inbox/words.js'

const MOST_WORDS = 20
const LONGEST_PAIR = 200

export const wordsIn = (q: string | null | undefined) => q?.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS) ?? []

/** All of the words, each of which may be the beginning of one; or a pair that the customer's site has told. */
export function toTsQuery(account: Account, words: string[]) {
  const parts = words.flatMap((word) => {
    const read = readTerms(word)
    const choices = [
      ...(read.length > 0 ? [sql`to_tsquery('simple', ${toQuery(read)})`] : []),
      ...(isPair(word) ? [sql`lower(${quoted(word)})::tsquery`] : []),
    ]
    return choices.length > 0 ? [sql`(${sql.join(choices, sql` || `)})`] : []
  })
  return parts.length > 0 ? within(account, sql.join(parts, sql` && `)) : undefined
}

/** Those who have the pair; without a value, those who have the key. */
export const toPairQuery = (account: Account, key: string, value?: string) =>
  within(account, sql`lower(${value === undefined ? `${quoted(`${key}:`)}:*` : quoted(`${key}:${value}`)})::tsquery`)

/** Any part of the word. */
export function holds(word: string): RawBuilder<boolean> {
  const part = sql<boolean>`strpos(customer_search.text, btrim(lower(searchable(${word})))) > 0`
  if (!isPair(word)) return part
  return sql<boolean>`(${part} or customer_search.terms @@ lower(${quoted(word)})::tsquery)`
}

const within = (account: Account, query: RawBuilder<unknown>) => sql`(${`'${account.id}'`}::tsquery && ${query})`

/** `plan:gold` */
const isPair = (word: string) => /^[^:]+:./.test(word)

const quoted = (word: string) => `'${Array.from(word).slice(0, LONGEST_PAIR).join('').replace(/['\\]/g, '\\$&')}'`
