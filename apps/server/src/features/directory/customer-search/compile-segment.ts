import type { SegmentCondition, SegmentFilter } from '@papercups/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import {
  lookUpOpenConversations,
  lookUpTag,
  lookUpWhere,
  lookUpWords,
  unite,
  unlessCommon,
  type IndexLookup,
} from './index-lookups.js'
import { toKeyQuery, toPairQuery } from './search-words.js'

const DAY = 86_400_000

export interface CompiledSegment {
  /** An SQL condition on `customers`. All values are parameters. */
  matches: RawBuilder<boolean>
  /** Each finds every customer of the segment, and maybe others. */
  lookups: IndexLookup[]
}

interface CompiledCondition {
  matches: RawBuilder<boolean>
  /** Missing if no index helps, or if nearly every customer meets the condition. */
  lookup?: IndexLookup
}

/** Compiles a segment's filter into SQL and into lookups that can find its customers without reading the whole list. */
export function compileSegment(
  account: Account,
  { match, conditions }: SegmentFilter,
  online: string[],
): CompiledSegment {
  const compiled = conditions.map((condition) => compileCondition(account, condition, online))
  const parts = compiled.map(({ matches }) => matches)
  const lookups = compiled.flatMap(({ lookup }) => lookup ?? [])
  if (match === 'all') return { matches: sql`(${sql.join(parts, sql` and `)})`, lookups }
  const allHaveLookups = lookups.length === conditions.length
  return { matches: sql`(${sql.join(parts, sql` or `)})`, lookups: allHaveLookups ? [unite(lookups)] : [] }
}

function compileCondition(account: Account, condition: SegmentCondition, online: string[]): CompiledCondition {
  const { operator, tag_id = null, company_id = null } = condition
  switch (condition.field) {
    case 'tag':
      if (operator === 'is_not') return { matches: not(hasTag(tag_id)) }
      return { matches: hasTag(tag_id), ...(tag_id && { lookup: lookUpTag(account, tag_id) }) }
    case 'company': {
      if (operator === 'exists') return { matches: sql`customers.company_id is not null` }
      if (operator === 'not_exists') return { matches: sql`customers.company_id is null` }
      const isIt = sql<boolean>`customers.company_id is not distinct from ${company_id}::uuid`
      if (operator === 'is_not') return { matches: not(isIt) }
      return { matches: isIt, lookup: lookUpWhere(account, sql`customers.company_id = ${company_id}::uuid`) }
    }
    case 'last_seen_at':
    case 'first_seen': {
      const matches = matchesTime(condition)
      return { matches, lookup: lookUpWhere(account, matches) }
    }
    case 'online': {
      const isOnline = sql<boolean>`customers.id = any(${online}::uuid[])`
      if (operator === 'not_exists') return { matches: not(isOnline) }
      return { matches: isOnline, lookup: () => Promise.resolve(online) }
    }
    case 'open_conversation': {
      const hasOpen = hasConversation(sql`talk.place in ('open', 'snoozed')`)
      if (operator === 'not_exists') return { matches: not(hasOpen) }
      return { matches: hasOpen, lookup: lookUpOpenConversations(account) }
    }
    case 'conversations':
      return { matches: matchesConversationCount(condition) }
    case 'email':
      return { matches: operator === 'exists' ? sql`customers.email is not null` : sql`customers.email is null` }
    case 'metadata':
      return compileMetadata(account, condition)
  }
}

const not = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql`(not ${condition})`

const hasTag = (tag_id: string | null) =>
  sql<boolean>`exists (select from customer_tags given where given.account_id = customers.account_id
    and given.customer_id = customers.id and given.tag_id = ${tag_id}::uuid)`

/** Days are days of UTC, as in `first_seen`. A customer who was never seen matches only `not_within`. */
function matchesTime({ field, operator, days = 0, date }: SegmentCondition): RawBuilder<boolean> {
  const column = field === 'first_seen' ? sql`customers.first_seen` : sql`customers.seen_order`
  const ago = new Date(Date.now() - days * DAY).toISOString()
  const since = date ?? (field === 'first_seen' ? ago.slice(0, 10) : ago)
  const limit = field === 'first_seen' ? sql`${since}::date` : sql`${since}::timestamp at time zone 'utc'`
  const matches =
    operator === 'within' || operator === 'from'
      ? sql<boolean>`${column} >= ${limit}`
      : sql<boolean>`${column} < ${limit}`
  if (field === 'first_seen' || operator === 'not_within') return matches
  return sql`(${matches} and customers.last_seen_at is not null)`
}

function matchesConversationCount({ operator, number = 0 }: SegmentCondition): RawBuilder<boolean> {
  const isKept = sql`talk.place <> 'archived'`
  if (operator === 'at_most') return not(hasConversation(isKept, number))
  return number === 0 ? sql`true` : hasConversation(isKept, number - 1)
}

/** True if there are more than `others` such conversations. Reads no further than that. */
const hasConversation = (condition: RawBuilder<unknown>, others = 0) =>
  sql<boolean>`exists (select from conversations talk where talk.account_id = customers.account_id
    and talk.customer_id = customers.id and ${condition} offset ${others})`

function compileMetadata(account: Account, condition: SegmentCondition): CompiledCondition {
  const { operator, name = '', text = '' } = condition
  const matches = matchesMetadata(condition)
  switch (operator) {
    case 'not_exists':
    case 'is_not':
      return { matches }
    case 'is': {
      const lookup = lookUpWords(account, toPairQuery(account, `${name}:${text.trim()}`))
      return { matches, lookup: unlessCommon(account, matches, lookup) }
    }
    default: {
      const lookup = lookUpWords(account, toKeyQuery(account, name))
      return { matches, lookup: unlessCommon(account, sql`customers.metadata ? ${name}::text`, lookup) }
    }
  }
}

function matchesMetadata({
  operator,
  name = '',
  text = '',
  number = 0,
  date = '',
}: SegmentCondition): RawBuilder<boolean> {
  const value = sql`(customers.metadata ->> ${name}::text)`
  switch (operator) {
    case 'not_exists':
      return sql`${value} is null`
    case 'is':
      return sql`coalesce(lower(${value}) = lower(${text.trim()}::text), false)`
    case 'is_not':
      return sql`lower(${value}) is distinct from lower(${text.trim()}::text)`
    case 'contains':
      return sql`coalesce(strpos(lower(${value}), lower(${text}::text)) > 0, false)`
    case 'at_least':
      return sql`coalesce(${asNumber(name)} >= ${number}::numeric, false)`
    case 'at_most':
      return sql`coalesce(${asNumber(name)} <= ${number}::numeric, false)`
    case 'from':
      return sql`coalesce(${asDay(name)} >= ${date}::text collate "C", false)`
    case 'before':
      return sql`coalesce(${asDay(name)} < ${date}::text collate "C", false)`
    default:
      return sql`${value} is not null`
  }
}

/** Also reads numbers that an import stored as text. The pattern is checked before the cast, which would fail on other text. */
const asNumber = (name: string) => sql`case
  when jsonb_typeof(customers.metadata -> ${name}::text) = 'number' then (customers.metadata -> ${name}::text)::numeric
  when customers.metadata ->> ${name}::text ~ '^\\s*[-+]?\\d{1,15}(\\.\\d{1,15})?\\s*$'
    then (customers.metadata ->> ${name}::text)::numeric end`

/** Dates like 2024-05-17 sort correctly as text, so no cast is needed that could fail. */
const asDay = (name: string) => sql`case when customers.metadata ->> ${name}::text ~ '^\\d{4}-\\d\\d-\\d\\d(\\D|$)'
  then left(customers.metadata ->> ${name}::text, 10) end`
