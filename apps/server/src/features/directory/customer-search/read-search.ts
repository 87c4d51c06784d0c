import type { CustomerQuery } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { readFilter } from '../segments/check-filter.js'
import { filterOf, getSegment } from '../segments/queries.js'
import { compileSegment } from './compile-segment.js'
import type { CustomerSearch } from './customer-conditions.js'

/** Further online customers are sorted as if they were offline. */
const MAX_ONLINE = 2_000
const MAX_WORDS = 20

/** Turns the query string of a request into a search. A saved and an unsaved segment both apply, as all filters do. */
export async function readSearch(
  platform: Platform,
  account: Account,
  { q, tag_id, tag_ids, segment_id, filter, ...fields }: CustomerQuery,
): Promise<CustomerSearch> {
  const segments = [
    ...(segment_id ? [filterOf(await getSegment(account, segment_id))] : []),
    ...(filter ? [readFilter(filter)] : []),
  ]
  const online = await listOnline(platform, account)
  return {
    ...fields,
    words: q?.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS) ?? [],
    tag_ids: [...new Set([...(tag_ids ?? []), ...(tag_id ? [tag_id] : [])])],
    segments: segments.map((segment) => compileSegment(account, segment, online)),
    online,
  }
}

async function listOnline({ realtime }: Platform, account: Account) {
  const keys = Object.keys(await realtime.presence(`notification:${account.id}`))
  return keys.flatMap((key) => (key.startsWith('customer:') ? [key.slice('customer:'.length)] : [])).slice(-MAX_ONLINE)
}
