import type { CustomerQuery } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { readFilter } from '../segments/check-filter.js'
import { filterOf, getSegment } from '../segments/queries.js'
import type { CustomerFilters } from './filters.js'
import { whoIsOnline } from './who-is-online.js'

/** A saved segment and one that is not saved yet narrow together, as all filters do. */
export async function readFilters(
  platform: Platform,
  account: Account,
  { segment_id, filter, ...plain }: CustomerQuery,
): Promise<CustomerFilters> {
  const segments = [
    ...(segment_id ? [filterOf(await getSegment(account, segment_id))] : []),
    ...(filter ? [readFilter(filter)] : []),
  ]
  return { ...plain, segments, online: await whoIsOnline(platform, account.id) }
}
