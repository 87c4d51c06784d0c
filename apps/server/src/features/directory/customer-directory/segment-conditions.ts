import type { SegmentCondition, SegmentFilter } from '@papercups/contract'
import { sql, type RawBuilder } from 'kysely'

const DAY = 86_400_000

/** Whether the segment lets a customer through. All that a condition compares with is a parameter of the statement. */
export function isInSegment({ match, conditions }: SegmentFilter, online: string[]) {
  const parts = conditions.map((condition) => meets(condition, online))
  return sql<boolean>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

export function meets(condition: SegmentCondition, online: string[]): RawBuilder<boolean> {
  const { operator, tag_id, company_id } = condition
  switch (condition.field) {
    case 'tag':
      return soOrNot(operator === 'is', hasTag(tag_id))
    case 'company':
      if (operator === 'exists') return sql`customers.company_id is not null`
      if (operator === 'not_exists') return sql`customers.company_id is null`
      return soOrNot(operator === 'is', sql`customers.company_id is not distinct from ${company_id ?? null}::uuid`)
    case 'last_seen_at':
    case 'first_seen':
      return isInTime(condition)
    case 'online':
      return soOrNot(operator === 'exists', sql`customers.id = any(${online}::uuid[])`)
    case 'open_conversation':
      return soOrNot(operator === 'exists', hasConversation(sql`talk.place in ('open', 'snoozed')`, 0))
    case 'conversations':
      return hasSoMany(condition)
    case 'email':
      return soOrNot(operator === 'exists', sql`customers.email is not null`)
    case 'metadata':
      return meetsMetadata(condition)
  }
}

const soOrNot = (so: boolean, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  so ? condition : sql`(not ${condition})`

const hasTag = (tag_id: string | undefined) =>
  sql<boolean>`exists (select from customer_tags given where given.account_id = customers.account_id
    and given.customer_id = customers.id and given.tag_id = ${tag_id ?? null}::uuid)`

/**
 * Days end with the day of UTC, as `first_seen` itself does. A person who was never seen was not seen within any days, and
 * matches nothing else.
 */
export function isInTime({ field, operator, days = 0, date }: SegmentCondition): RawBuilder<boolean> {
  const column = field === 'first_seen' ? sql`customers.first_seen` : sql`customers.seen_order`
  const ago = new Date(Date.now() - days * DAY).toISOString()
  const since = date ?? (field === 'first_seen' ? ago.slice(0, 10) : ago)
  const limit = field === 'first_seen' ? sql`${since}::date` : sql`${since}::timestamp at time zone 'utc'`
  const inTime =
    operator === 'within' || operator === 'from'
      ? sql<boolean>`${column} >= ${limit}`
      : sql<boolean>`${column} < ${limit}`
  if (field === 'first_seen' || operator === 'not_within') return inTime
  return sql`(${inTime} and customers.last_seen_at is not null)`
}

/** Only as many are looked at as the answer needs. */
const hasConversation = (condition: RawBuilder<unknown>, besides: number) =>
  sql<boolean>`exists (select from conversations talk where talk.account_id = customers.account_id
    and talk.customer_id = customers.id and ${condition} offset ${besides})`

function hasSoMany({ operator, number = 0 }: SegmentCondition): RawBuilder<boolean> {
  const isKept = sql`talk.place <> 'archived'`
  if (operator === 'at_most') return soOrNot(false, hasConversation(isKept, number))
  return number === 0 ? sql`true` : hasConversation(isKept, number - 1)
}

/** What a site has told, by what it is: numbers as numbers, also those that came as text from a file; days as days. */
function meetsMetadata({
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

/** The case comes before the cast: what is no number must never reach it. */
const asNumber = (name: string) => sql`case
  when jsonb_typeof(customers.metadata -> ${name}::text) = 'number' then (customers.metadata -> ${name}::text)::numeric
  when customers.metadata ->> ${name}::text ~ '^\\s*[-+]?\\d{1,15}(\\.\\d{1,15})?\\s*$'
    then (customers.metadata ->> ${name}::text)::numeric end`

/** Days that are written from the year to the day stand in the order of their letters, and no cast can fail on them. */
const asDay = (name: string) => sql`case when customers.metadata ->> ${name}::text ~ '^\\d{4}-\\d\\d-\\d\\d(\\D|$)'
  then left(customers.metadata ->> ${name}::text, 10) end`
