import type { Account } from '../../../platform/account.js'
import type { CustomerFilters } from './filters.js'
import { CANDIDATE, isOneOf, matchingCustomers, once, searchNewest, type Candidate } from './find-customers.js'
import { isWithin, stretchOf, type Place } from './list-places.js'
import { wordsIn } from './search-terms.js'
import { findCandidates } from './segment-candidates.js'

/** So many of the list are looked through for one answer, whatever is asked of them. */
export const LOOKED_THROUGH = 10_000

interface FoundInSegments {
  found: Candidate[]
  /** Where to look on. Nowhere: these are all. */
  next: Place | undefined
}

/**
 * A segment may ask for what no index knows, and few may have it. Where an index names few enough for one of its
 * conditions, those are looked at and the answer is whole. Otherwise a stretch of the list is read, and the answer says
 * where the next one begins: so the work for one never grows with the account.
 */
export async function findInSegments(
  account: Account,
  filters: CustomerFilters,
  behind?: Place,
): Promise<FoundInSegments> {
  const { online = [], q } = filters
  const matching = () => matchingCustomers(account, filters).select(CANDIDATE)
  const ids = behind ? undefined : await findCandidates(account, filters)
  if (ids) {
    const [named, { newest = [] }] = await Promise.all([
      matching().where(isOneOf(ids)).execute(),
      searchNewest(account, filters, wordsIn(q)),
    ])
    return { found: once([...named, ...newest]), next: undefined }
  }

  const stretch = await stretchOf(account, behind, LOOKED_THROUGH)
  const [present, there] = await Promise.all([
    // They come first, wherever in the list they stand.
    online.length > 0 && !behind ? matching().where(isOneOf(online)).execute() : [],
    matching().where(isWithin(stretch)).execute(),
  ])
  const shown = new Set(behind ? online : [])
  return { found: once([...present, ...there]).filter(({ id }) => !shown.has(id)), next: stretch.upTo }
}
