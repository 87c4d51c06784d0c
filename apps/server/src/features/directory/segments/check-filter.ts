import { SegmentFilter, type SegmentCondition, type SegmentField, type SegmentOperator } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid, malformed, notFound } from '../../../platform/errors.js'
import { parse } from '../../../platform/http/validate.js'

type Value = 'tag_id' | 'company_id' | 'days' | 'date' | 'number' | 'text'
/** The value that each operator takes; null for none. */
type Takes = Partial<Record<SegmentOperator, Value | null>>

const EXISTS: Takes = { exists: null, not_exists: null }
const TIMES: Takes = { within: 'days', not_within: 'days', from: 'date', before: 'date' }

const TAKES: Record<SegmentField, Takes> = {
  tag: { is: 'tag_id', is_not: 'tag_id' },
  company: { is: 'company_id', is_not: 'company_id', ...EXISTS },
  last_seen_at: TIMES,
  first_seen: TIMES,
  online: EXISTS,
  open_conversation: EXISTS,
  conversations: { at_least: 'number', at_most: 'number' },
  email: EXISTS,
  metadata: {
    ...EXISTS,
    is: 'text',
    is_not: 'text',
    contains: 'text',
    at_least: 'number',
    at_most: 'number',
    from: 'date',
    before: 'date',
  },
}

const MAX_CONVERSATIONS = 1_000

/** Requires exactly the values that each condition takes. */
export function checkFilter({ match, conditions }: SegmentFilter): SegmentFilter {
  return { match, conditions: conditions.map(checkCondition) }
}

/** Parses a filter from a query string. */
export function readFilter(text: string): SegmentFilter {
  try {
    return checkFilter(parse(SegmentFilter, JSON.parse(text)))
  } catch {
    throw malformed()
  }
}

/** Requires tags and companies of the account. */
export async function requireOwn(account: Account, { conditions }: SegmentFilter) {
  const [tag_ids, company_ids] = (['tag_id', 'company_id'] as const).map((key) => [
    ...new Set(conditions.flatMap((condition) => condition[key] ?? [])),
  ])
  if (!(await ownsAll(account, 'tags', tag_ids))) throw notFound('Tag')
  if (!(await ownsAll(account, 'companies', company_ids))) throw notFound('Company')
}

async function ownsAll(account: Account, table: 'tags' | 'companies', ids: string[] = []) {
  if (ids.length === 0) return true
  const found = await account.from(table).select('id').where('id', 'in', ids).execute()
  return found.length === ids.length
}

function checkCondition(condition: SegmentCondition): SegmentCondition {
  const { field, operator, name } = condition
  const takes = TAKES[field][operator]
  if (takes === undefined) throw refuse('operator', 'is invalid')
  if (field === 'metadata' && !name) throw refuse('name', "can't be blank")
  if (takes && condition[takes] === undefined) throw refuse(takes, "can't be blank")
  if (takes === 'date' && !isDay(condition.date)) throw refuse('date', 'is invalid')
  if (field === 'conversations' && !isCount(condition.number)) throw refuse('number', 'is invalid')
  return {
    field,
    operator,
    ...(field === 'metadata' && { name: name?.trim() }),
    ...(takes && { [takes]: condition[takes] }),
  }
}

/** With the names that body validation uses. */
const refuse = (value: keyof SegmentCondition, complaint: string) =>
  invalid({ filter: { conditions: { [value]: [complaint] } } })

/** Rejects days like 30 February, which the database refuses. */
function isDay(date = '') {
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.getUTCFullYear() >= 1900 && time.toISOString().startsWith(date)
}

const isCount = (number = -1) => Number.isInteger(number) && number >= 0 && number <= MAX_CONVERSATIONS
