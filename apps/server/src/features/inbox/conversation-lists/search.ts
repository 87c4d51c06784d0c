import type { ConversationFilters, SearchMatch } from '@papercups/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { takeTurn } from '../../../platform/turns.js'
import { filteredConversations, placesOf } from './filters.js'
import { hitPattern } from './first-hit.js'
import { highlight, LEAD, PIECE } from './highlight.js'
import { readTerms, toQuery, type Term } from './words.js'

export interface Found {
  /** All conversations that match the search and the filters. */
  ids: string[]
  /** The newest matching message of each. Conversations found by their customer have none. */
  hits: Map<string, { id: string; seq: number }>
  terms: Term[]
}

/** A word is common if this many of the newest messages contain it. */
const SAMPLE = 3_000
const COMMON = 100
/** How many messages back a common word is searched, and how many hits are enough. */
const NEWEST = 30_000
const ENOUGH = 500
const MAX_HITS = 1_000
const MAX_CUSTOMERS = 200

/**
 * The word index knows every message with a word, but not which are the newest, and a common word has too many to sort.
 * So common words are searched in the newest messages, and only rare ones in the index: either way the work does not
 * grow with the account.
 */
export async function search(
  account: Account,
  q: string,
  filters: ConversationFilters,
  user_id: number,
): Promise<Found> {
  const terms = readTerms(q)
  const places = placesOf(filters)
  const found: Found = { ids: [], hits: new Map(), terms }
  if (terms.length === 0 || places.length === 0) return found
  const query = sql`(${`'${account.id}'`}::tsquery && to_tsquery('simple', ${toQuery(terms)}))`
  const allowed = () => filteredConversations(account, places, filters, user_id)

  const [common, customers] = await Promise.all([isCommon(account, query), ofCustomers(account, query, allowed)])
  const hits = common
    ? newestWith(account, query, NEWEST).limit(ENOUGH)
    : // Ordered by an expression: ordered by the column, the planner might scan all messages by time instead of using the word index.
      messages(account)
        .where(sql<boolean>`messages.words @@ ${query}`)
        .orderBy(sql`messages.created_at + interval '0'`, 'desc')
        .limit(MAX_HITS)
  const inAllowed = allowed()
    .select('conversations.id')
    .whereRef('conversations.id', '=', sql.ref('messages.conversation_id'))
  for (const { conversation_id, id, seq } of await hits.where(({ exists }) => exists(inAllowed)).execute()) {
    if (!found.hits.has(conversation_id)) found.hits.set(conversation_id, { id, seq })
  }
  found.ids = [...new Set([...found.hits.keys(), ...customers])]
  return found
}

async function isCommon(account: Account, query: RawBuilder<unknown>) {
  const some = await newestWith(account, query, SAMPLE).limit(COMMON).execute()
  return some.length === COMMON
}

const messages = (account: Account) =>
  account.from('messages').select(['messages.id', 'messages.conversation_id', 'messages.seq'])

/** Calls the operator's function, which no index supports, so that the planner reads the messages by time. */
function newestWith(account: Account, query: RawBuilder<unknown>, among: number) {
  const times = account.from('messages').select('created_at').orderBy('created_at', 'desc').orderBy('id', 'desc')
  const since = sql`coalesce((${times.offset(among).limit(1)}), '-infinity')`
  return messages(account)
    .where(sql<boolean>`ts_match_vq(messages.words, ${query})`)
    .where(sql<boolean>`messages.created_at >= ${since}`)
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
}

/** Conversations of customers whose name, email, phone or id contains the words. */
async function ofCustomers(
  account: Account,
  query: RawBuilder<unknown>,
  allowed: () => ReturnType<typeof filteredConversations>,
) {
  const customers = await account
    .from('customer_search')
    .select('customer_id')
    .where(sql<boolean>`terms @@ ${query}`)
    .limit(MAX_CUSTOMERS)
    .execute()
  if (customers.length === 0) return []
  const ids = customers.map(({ customer_id }) => customer_id)
  const conversations = allowed().select('conversations.id').where('conversations.customer_id', 'in', ids)
  return (await conversations.limit(MAX_HITS).execute()).map(({ id }) => id)
}

/** The index holds only the beginning of a longer body. */
const INDEXED = 50_000

/** As many bodies as can be searched in a few milliseconds. */
const AT_ONCE = 4

/**
 * The database cuts out the piece, so that long bodies are not loaded. Returns the text, its start and the body's
 * length.
 */
const pieceAround = (pattern: string) => sql<[text: string, start: number, length: number]>`(
  select jsonb_build_array(substr(text, start, ${PIECE}::int), start, length(text)) from (
    select text, case when length(text) <= ${PIECE}::int then 1
      else greatest(1, regexp_instr(left(text, ${INDEXED}::int), ${pattern}::text) - ${LEAD}::int) end as start
    from (select coalesce(messages.body, '') as text) as body offset 0
  ) as found)`

/** The part of each conversation that matches. Conversations found by their customer have none. */
export async function matchesOf(account: Account, { hits, terms }: Found, conversations: Array<{ id: string }>) {
  const shown = conversations.flatMap(({ id }) => hits.get(id)?.id ?? [])
  const matches = new Map<string, SearchMatch>()
  if (shown.length === 0) return matches
  const messages = account
    .from('messages')
    .select(['id', 'conversation_id', 'seq', pieceAround(hitPattern(terms)).as('piece')])
    .where('id', 'in', shown)
  for (const [index, { id, conversation_id, seq, piece }] of (await messages.execute()).entries()) {
    const [text, start, length] = piece
    const cut = { before: start > 1, after: start + PIECE <= length }
    matches.set(conversation_id, { message_id: id, seq, parts: highlight(text, terms, cut) })
    if (index % AT_ONCE === AT_ONCE - 1) await takeTurn()
  }
  return matches
}
