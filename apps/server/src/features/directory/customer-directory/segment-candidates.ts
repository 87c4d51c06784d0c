import type { SegmentCondition, SegmentFilter } from '@papercups/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { tagsIn, type CustomerFilters } from './filters.js'
import { MAX_GATHERED, upToMost } from './find-customers.js'
import { toKeyQuery, toPairQuery, toTsQuery, wordsIn } from './search-terms.js'
import { isInTime, meets } from './segment-conditions.js'

/** So many indexes are asked whether they know few enough. */
const MAX_ASKED = 6

/** So many of the newest are looked at, and so many of them are many. */
const SAMPLE = 500
const COMMON = 50

type Ask = () => Promise<string[] | undefined>

/**
 * Whom an index names for one of the filters, and nobody else can be let through by all of them. Undefined when no index
 * has few: each is read no further than it takes to see that.
 */
export async function findCandidates(account: Account, filters: CustomerFilters) {
  const { segments = [], online = [] } = filters
  const asks = [
    ...ofPlainFilters(account, filters),
    ...segments.flatMap((segment) => ofSegment(account, segment, online)),
  ]
  for (const ask of asks.slice(0, MAX_ASKED)) {
    const ids = await ask()
    if (ids) return ids
  }
  return undefined
}

function ofPlainFilters(account: Account, filters: CustomerFilters): Ask[] {
  const { external_id, email, issue_id, company_id, q } = filters
  const query = toTsQuery(account, wordsIn(q))
  const issue = account.from('customer_issues').select('customer_id as id')
  return [
    ...(external_id ? [among(account, sql`customers.external_id = ${external_id}`)] : []),
    ...(email ? [among(account, sql`lower(customers.email) = lower(${email})`)] : []),
    ...(issue_id ? [idsOf(issue.where('issue_id', '=', issue_id))] : []),
    ...tagsIn(filters).map((tag_id) => tagged(account, tag_id)),
    ...(company_id ? [among(account, sql`customers.company_id = ${company_id}::uuid`)] : []),
    ...(query ? [noted(account, query)] : []),
  ]
}

/** Of all conditions one is enough; of any, every one has to have few. */
function ofSegment(account: Account, { match, conditions }: SegmentFilter, online: string[]): Ask[] {
  const known = conditions.flatMap((condition) => {
    const ask = askFor(account, condition, online)
    return ask ? [ask] : []
  })
  if (match === 'all') return known
  return known.length === conditions.length ? [() => unite(known)] : []
}

async function unite(asks: Ask[]) {
  const ids = new Set<string>()
  for (const ask of asks) {
    const some = await ask()
    if (!some) return undefined
    for (const id of some) ids.add(id)
    if (ids.size > MAX_GATHERED) return undefined
  }
  return [...ids]
}

/** What no index tells, and what nearly everybody is, is left to the others. */
function askFor(account: Account, condition: SegmentCondition, online: string[]): Ask | undefined {
  const { field, operator, tag_id, company_id, name = '', text = '' } = condition
  if (field === 'tag' && operator === 'is' && tag_id) return tagged(account, tag_id)
  if (field === 'company' && operator === 'is') return among(account, sql`customers.company_id = ${company_id}::uuid`)
  if (field === 'last_seen_at' || field === 'first_seen') return among(account, isInTime(condition))
  if (field === 'online' && operator === 'exists') return () => Promise.resolve(online)
  if (field === 'open_conversation' && operator === 'exists') {
    const talks = account.from('conversations').select('customer_id as id')
    return idsOf(talks.where('place', 'in', ['open', 'snoozed']))
  }
  if (field !== 'metadata' || operator === 'not_exists' || operator === 'is_not') return undefined
  const known = noted(
    account,
    operator === 'is' ? toPairQuery(account, `${name}:${text.trim()}`) : toKeyQuery(account, name),
  )
  const has = operator === 'is' ? meets(condition, online) : sql`customers.metadata ? ${name}::text`
  return unlessCommon(account, has, known)
}

/** The index of words finds all before it hands out the first, so it is not asked for what many of the newest have. */
const unlessCommon =
  (account: Account, condition: RawBuilder<unknown>, ask: Ask): Ask =>
  async () => {
    const newest = account.from('customers').selectAll().orderBy('seen_order', 'desc').orderBy('id', 'desc')
    const some = newest.limit(SAMPLE)
    const counted = account
      .from('customers')
      .select(sql<number>`(select count(*) from (${some}) as customers where ${condition})`.as('having'))
    const { having = 0 } = (await counted.limit(1).executeTakeFirst()) ?? {}
    return having > COMMON ? undefined : ask()
  }

const tagged = (account: Account, tag_id: string) =>
  idsOf(account.from('customer_tags').select('customer_id as id').where('tag_id', '=', tag_id))

const among = (account: Account, condition: RawBuilder<unknown>) =>
  idsOf(
    account
      .from('customers')
      .select('customers.id')
      .where(sql<boolean>`${condition}`),
  )

const noted = (account: Account, query: RawBuilder<unknown>) => {
  const notes = account.from('customer_search').select('customer_id as id')
  return idsOf(notes.where(sql<boolean>`terms @@ ${query}`))
}

const idsOf =
  (query: Parameters<typeof upToMost<{ id: string }>>[0]): Ask =>
  async () =>
    (await upToMost(query))?.map(({ id }) => id)
